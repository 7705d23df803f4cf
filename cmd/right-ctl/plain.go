//go:build !demo

package main

// apps is empty: this build has no contract.
var apps []*app
