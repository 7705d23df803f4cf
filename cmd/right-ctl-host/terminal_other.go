//go:build !linux && !darwin

package main

import "os"

// isTerminal is false: the transport serves nobody on such a system.
func isTerminal(*os.File) bool { return false }

func discardTyped(*os.File) {}
