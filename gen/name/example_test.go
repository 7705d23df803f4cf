package name_test

import (
	"fmt"

	"github.com/rightkit/lockstep/gen/name"
)

func ExampleDistinct() {
	words, clashes := name.Distinct([]string{"_version", "version", "userId", "type"})
	for _, w := range words {
		fmt.Println(name.Go(w), name.RustField(w))
	}
	fmt.Println(len(clashes), "clashes")
	// Output:
	// UnderscoreVersion underscore_version
	// Version version
	// UserID user_id
	// Type r#type
	// 0 clashes
}
