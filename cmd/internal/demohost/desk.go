package demohost

import "fmt"

// Desk opens a small app to practise with: a counter, a note that can be sent, a password, and a page that is private.
// Once the private page is open, the app is not safe to capture any more, for the rest of the session.
func Desk() *Screen {
	clicks, sent, private := 0, 0, false
	note := &Field{Enter: func(text string) {
		if text != "" {
			sent++
		}
	}}
	return &Screen{
		Elements: []Element{
			Button("Counter", func() string { return fmt.Sprintf("Clicked %d times", clicks) }, func() { clicks++ }),
			note.Element("Note"),
			Button("Send", func() string { return fmt.Sprintf("Send (%d sent)", sent) }, note.submit),
			Secret("Password"),
			Button("Open the private page", nil, func() { private = true }),
		},
		Safe: func() bool { return !private },
	}
}
