package demohost

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadArrangement(t *testing.T) {
	a, err := readArrangement([]byte(`{"enabled":false,"consent":"deny","armed":true,"permission":false,"capture":"unsafe","service":"down","answer":{"a": 1},"reset":true}`))
	require.NoError(t, err)
	assert.Equal(t, Arrangement{Reset: true, Enabled: ptr(false), Armed: ptr(true), Permission: ptr(false), Safe: ptr(false), Up: ptr(false),
		Consent: ptr(ConsentDeny), Answer: []byte(`{"a": 1}`)}, a)
	a, err = readArrangement([]byte(`{"answer":null}`))
	require.NoError(t, err)
	assert.Equal(t, "null", string(a.Answer), "null is an answer, absence is none")
	for params, want := range map[string]string{
		`[]`:                  "the params are no object",
		`{"Enabled":true}`:    `there is no "Enabled" to arrange`,
		`{"enabled":null}`:    "enabled: want true or false",
		`{"enabled":"true"}`:  "enabled: want true or false",
		`{"capture":true}`:    "capture: want safe or unsafe",
		`{"consent":"never"}`: "consent: want allow or deny or ask",
		`{"service":"Up"}`:    "service: want up or down",
	} {
		_, err := readArrangement([]byte(params))
		assert.ErrorContains(t, err, want)
	}
}

func TestResetGoesBackToTheStart(t *testing.T) {
	h := open(t, Options{Mode: ConsentAllow})
	start := h.now()
	begin(t, h)
	arrange(t, h, `{"enabled":false,"consent":"deny","armed":false,"permission":false,"capture":"unsafe","answer":{}}`)
	assert.NotEqual(t, start, h.now())
	arrange(t, h, `{"reset":true,"permission":false}`)
	start.Permission = false
	assert.Equal(t, start, h.now(), "reset comes before the rest")
	assert.Nil(t, h.takeAnswer())
	assert.Empty(t, h.tokens)
	assert.Zero(t, h.live)
}

func TestReadSession(t *testing.T) {
	id, err := readSession([]byte(`{}`))
	assert.NoError(t, err)
	assert.Empty(t, id)
	id, err = readSession([]byte(`{"session":"s-1"}`))
	assert.NoError(t, err)
	assert.Equal(t, "s-1", id)
	// What was meant for one session must never kill all.
	for _, params := range []string{`[]`, `{"session":""}`, `{"session":null}`, `{"session":7}`, `{"sesion":"s-1"}`} {
		_, err := readSession([]byte(params))
		assert.Error(t, err, params)
	}
}
