//go:build !demo

package demohost

// Catalog is empty: the app for tests is only in builds with the tag demo.
func Catalog() []App { return nil }
