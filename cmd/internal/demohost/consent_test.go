package demohost

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	demo "github.com/rightkit/lockstep/generated/go/demo/v1"
	"github.com/rightkit/lockstep/generated/go/transport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A person answers questions in the order in which a test lets them.
type person struct {
	asked  chan string // the agent of each question, as it is shown
	answer chan bool
}

func newPerson() *person { return &person{make(chan string, 99), make(chan bool, 99)} }

func (p *person) ask(ctx context.Context, _ App, agent string, _ transport.Peer) (bool, error) {
	p.asked <- agent
	select {
	case yes := <-p.answer:
		return yes, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

func TestConsentIsAskedEachTime(t *testing.T) {
	p := newPerson()
	dir := bundles(t)
	h := open(t, Options{Consent: p.ask, Bundles: dir})
	for i, yes := range []bool{true, false, true} {
		p.answer <- yes
		params := asking
		r, err := h.Request(within(t), &params)
		if yes {
			require.NoError(t, err)
			assert.Equal(t, desk.ID, r.App)
		} else {
			assert.Equal(t, "consent_denied", code(err))
			assert.Nil(t, r)
		}
		assert.Len(t, p.asked, i+1, "a yes is never remembered")
	}
	assert.Len(t, h.sessions, 2)
	assert.Equal(t, 2, strings.Count(read(t, dir), eventsFile), "a denial leaves nothing")
}

func TestTwoQuestionsComeOneAfterTheOther(t *testing.T) {
	p := newPerson()
	h := open(t, Options{Consent: p.ask})
	codes := make(chan string, 2)
	for _, name := range []string{"one", "two"} {
		go func() {
			_, err := h.Request(within(t), &demo.RequestParams{App: desk.ID, AgentName: name})
			codes <- name + " " + code(err)
		}()
	}
	first := <-p.asked
	select {
	case second := <-p.asked:
		t.Fatalf("%s was asked while the question of %s stood open", second, first)
	case <-time.After(50 * time.Millisecond):
	}
	p.answer <- false
	assert.Equal(t, first+" consent_denied", <-codes)
	second := <-p.asked
	assert.NotEqual(t, first, second)
	p.answer <- true
	assert.Equal(t, second+" ", <-codes, "the answer to one question is none to the other")
}

// Whoever leaves while the question stands open gets no session, and the next question is asked.
func TestTheCallerGoesWhileTheQuestionStandsOpen(t *testing.T) {
	p := newPerson()
	h := open(t, Options{Consent: p.ask})
	ctx, cancel := context.WithCancel(within(t))
	go func() { <-p.asked; cancel() }()
	params := asking
	_, err := h.Request(ctx, &params)
	assert.Equal(t, "cancelled", code(err))
	assert.Empty(t, h.sessions)
	p.answer <- true
	begin(t, h)
	// A yes that comes together with the leaving makes no session either: nobody would have its token.
	ctx, cancel = context.WithCancel(within(t))
	h.options.Consent = func(context.Context, App, string, transport.Peer) (bool, error) { cancel(); return true, nil }
	_, err = h.Request(ctx, &params)
	assert.Equal(t, "cancelled", code(err))
	assert.Len(t, h.sessions, 1)
	// So does one who leaves the queue.
	h.asking <- struct{}{}
	_, err = h.Request(ctx, &params)
	assert.Equal(t, "cancelled", code(err))
	<-h.asking
	assert.Empty(t, h.questions)
}

func TestConsentThatFailsIsADenial(t *testing.T) {
	for name, ask := range map[string]Consent{
		"nobody to ask": nil,
		"an error": func(context.Context, App, string, transport.Peer) (bool, error) {
			return true, errors.New("no terminal")
		},
	} {
		h := open(t, Options{Mode: ConsentAsk, Consent: ask})
		params := asking
		_, err := h.Request(within(t), &params)
		assert.Equal(t, "consent_denied", code(err), name)
		assert.Empty(t, h.sessions, name)
	}
}

func TestAQuestionWithoutAnAnswerEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, Options{Consent: newPerson().ask})
		began := time.Now()
		params := asking
		_, err := h.Request(context.Background(), &params)
		assert.Equal(t, "consent_denied", code(err))
		assert.Equal(t, 10*time.Minute, time.Since(began))
	})
}

// What ends a question from outside, and what its caller is told.
func TestQuestionsAreWithdrawn(t *testing.T) {
	for _, c := range []struct {
		name, want string
		end        func(t *testing.T, h *Host)
	}{
		{"kill", "consent_denied", func(t *testing.T, h *Host) {
			n, err := h.Kill("")
			require.NoError(t, err)
			assert.Zero(t, n, "there is no session yet")
		}},
		{"disable", "demo_disabled", func(t *testing.T, h *Host) { arrange(t, h, `{"enabled":false}`) }},
		{"reset", "consent_denied", func(t *testing.T, h *Host) { arrange(t, h, `{"reset":true}`) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPerson()
			h := open(t, Options{Consent: p.ask})
			codes := make(chan string, 2)
			for range 2 { // one that stands open, and one that waits for its turn
				go func() {
					params := asking
					_, err := h.Request(within(t), &params)
					codes <- code(err)
				}()
			}
			<-p.asked
			for waiting := 0; waiting < 2; time.Sleep(time.Millisecond) {
				h.mu.Lock()
				waiting = len(h.questions)
				h.mu.Unlock()
			}
			c.end(t, h)
			assert.Equal(t, c.want, <-codes)
			assert.Equal(t, c.want, <-codes)
			assert.Empty(t, h.sessions)
		})
	}
}

// Killing one session leaves questions alone.
func TestKillOfOneSession(t *testing.T) {
	p := newPerson()
	h := open(t, Options{Consent: p.ask})
	p.answer <- true
	r := begin(t, h)
	<-p.asked
	var wg sync.WaitGroup
	wg.Go(func() { begin(t, h) })
	<-p.asked
	n, err := h.Kill("s-none")
	require.NoError(t, err)
	assert.Zero(t, n)
	n, err = h.Kill(r.Session)
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	p.answer <- true
	wg.Wait()
	_, err = h.Snapshot(within(t), &demo.SnapshotParams{Token: r.Token})
	assert.Equal(t, "session_killed", code(err))
}

func TestAHostThatStopsStartsNothing(t *testing.T) {
	p := newPerson()
	h, err := New(Options{Catalog: []App{desk}, Consent: p.ask, Bundles: bundles(t)})
	require.NoError(t, err)
	params := asking
	codes := make(chan string, 1)
	go func() { _, err := h.Request(within(t), &params); codes <- code(err) }()
	<-p.asked
	require.NoError(t, h.Close())
	assert.Equal(t, "consent_denied", <-codes)
	_, err = h.Request(within(t), &params)
	assert.Equal(t, "service_unavailable", code(err))
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"":                                `""`,
		"Zoë's agent 7":                   `"Zoë's agent 7"`,
		"日本 🙂":                            `"日本 🙂"`,
		"a\nb\r\t\x00\x1b[2J":             `"a\nb\r\t\x00\x1b[2J"`,
		`x" to run a demo of y`:           `"x\" to run a demo of y"`,
		`\u202e`:                          `"\\u202e"`,
		"gnp\u202eexe":                    `"gnp\u202eexe"`,
		"\u2066a\u2069\u200f":             `"\u2066a\u2069\u200f"`,
		"a\u200bb\ufeff":                  `"a\u200bb\ufeff"`,
		"a\u00a0b\u2028":                  `"a\u00a0b\u2028"`,
		"\u3164\u2800":                    `"\u3164\u2800"`,
		"e\u0301\ufe0f\u034f":             `"e\u0301\ufe0f\u034f"`,
		"a\u17b4\u180b\u20dd":             `"a\u17b4\u180b\u20dd"`,
		"\U000e0101\U0001d159":            `"\U000e0101\U0001d159"`,
		"का 한글 שלום x²+½€":                `"क\u093e 한글 שלום x²+½€"`,
		"a" + strings.Repeat("\u0300", 3): `"a\u0300\u0300\u0300"`,
		"\xff":                            `"\xff"`,
		strings.Repeat("é", 80):           `"` + strings.Repeat("é", 80) + `"`,
		strings.Repeat("é", 81):           `"` + strings.Repeat("é", 80) + `"... (81 characters)`,
	} {
		assert.Equal(t, want, Quote(in))
	}
}
