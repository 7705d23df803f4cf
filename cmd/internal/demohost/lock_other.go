//go:build !linux && !darwin

package demohost

import "os"

// lockFile does nothing: the transport serves nobody on such a system, so there is no host.
func lockFile(*os.File) error { return nil }
