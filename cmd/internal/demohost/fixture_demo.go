//go:build demo

package demohost

import demo "github.com/rightkit/lockstep/generated/go/demo/v1"

// Catalog holds the app for tests.
func Catalog() []App {
	return []App{{ID: demo.FixtureApp, Name: "Practice Desk", Open: Desk}}
}
