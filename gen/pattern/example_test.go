package pattern_test

import (
	"fmt"

	"github.com/rightkit/lockstep/gen/pattern"
)

func Example() {
	for _, source := range []string{`^el_[\d\p{Lu}]{2,}?$`, `^(?!\s*$).+$`, `^a{2`} {
		p, err := pattern.Parse(source)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p.RE2())
		fmt.Println(p.Rust())
	}
	// Output:
	// ^el_[\d\p{Lu}]{2,}$ <nil>
	// ^el_[0-9\p{Lu}]{2,}$ <nil>
	//  offset 1: lookahead is not supported by Go's package regexp
	//  offset 1: lookahead is not supported by the Rust crate regex
	// offset 2: incomplete repeat; the character { is written \{
}
