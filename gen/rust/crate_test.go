package rust_test

import (
	"testing"
)

// TestClean looks at the crate of the demo contract as its users' tools do: formatted, no finding of clippy's pedantic
// lints or of the minimum version's, and no warning in the documentation.
func TestClean(t *testing.T) {
	needCargo(t)
	crate := write(t, folder(t, "crate"), emit(t, demo(t)))
	mustCargo(t, crate, "fmt", "--check")
	mustCargo(t, crate, "clippy", "--quiet", "--all-features", "--", "-D", "warnings", "-W", "clippy::pedantic", "-D", "clippy::incompatible_msrv")
	mustCargo(t, crate, "test", "--quiet", "--doc")
	mustCargo(t, crate, "rustdoc", "--quiet", "--all-features", "--", "-D", "warnings")
}
