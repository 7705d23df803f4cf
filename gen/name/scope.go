package name

import (
	"fmt"

	"github.com/rightkit/lockstep/gen/source"
)

// A Scope holds the identifiers that are declared in one place of the output, such as a package or a struct with its
// methods. Identifiers are compared exactly, as the languages do. The zero Scope is empty.
type Scope struct {
	taken map[string]Owner
}

// An Owner is what an identifier was made for.
type Owner struct {
	Name string     // wire name, or a text such as "a method of every shape" for a reserved identifier
	Pos  source.Pos // no place for a reserved identifier
}

// A Collision is an identifier that two owners want. It is an error of the contract, which can pin another name.
type Collision struct {
	Ident         string
	First, Second Owner
}

// Error says who wants the identifier.
func (c *Collision) Error() string {
	if !c.First.Pos.IsValid() {
		return fmt.Sprintf("%q becomes the identifier %s, which is taken: %s", c.Second.Name, c.Ident, c.First.Name)
	}
	return fmt.Sprintf("%q and %q both become the identifier %s", c.First.Name, c.Second.Name, c.Ident)
}

// Reserve takes an identifier that the target declares or needs itself; why is what a Collision says of it. Reserve
// before the first Claim.
func (s *Scope) Reserve(ident, why string) { s.take(ident, Owner{Name: why}) }

// Claim takes an identifier for a wire name at a place. It returns nil, or the collision with whoever took it before.
func (s *Scope) Claim(ident, name string, pos source.Pos) *Collision {
	owner := Owner{Name: name, Pos: pos}
	if first, ok := s.taken[ident]; ok {
		return &Collision{Ident: ident, First: first, Second: owner}
	}
	s.take(ident, owner)
	return nil
}

func (s *Scope) take(ident string, owner Owner) {
	if s.taken == nil {
		s.taken = map[string]Owner{}
	}
	s.taken[ident] = owner
}
