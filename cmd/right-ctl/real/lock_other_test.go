//go:build !unix

package real_test

import (
	"errors"
	"os"
)

// tryLock is for systems that our transport does not support either.
func tryLock(*os.File) (bool, error) { return false, errors.ErrUnsupported }
