package rust

import (
	"sort"
	"strings"

	"github.com/rightkit/lockstep/gen/ir"
	rstemplate "github.com/rightkit/lockstep/templates/rust"
)

// root returns the files of the crate that are not of one contract.
func (c *crate) root() []emitted {
	manifest := rstemplate.Manifest{Name: literal(c.opt.Crate), Version: literal(c.opt.Version), Description: "Types of wire contracts"}
	if c.opt.License != "" {
		manifest.License = literal(c.opt.License)
	}
	lib := rstemplate.Lib{}
	versions := map[string][]rstemplate.ModuleLine{}
	var names []string
	gates := map[string]bool{}
	for _, e := range c.modules {
		if versions[e.contract.Name] == nil {
			names = append(names, e.contract.Name)
		}
		versions[e.contract.Name] = append(versions[e.contract.Name], rstemplate.ModuleLine{Name: ident(e.contract.Version)})
		if f := e.contract.Fixture; f != nil {
			gates[f.Gate] = true
		}
	}
	for gate := range gates {
		manifest.Features = append(manifest.Features, gate)
	}
	sort.Strings(manifest.Features)
	sort.Strings(names)
	lib.Example = c.example()
	var files []emitted
	for _, name := range names {
		list := versions[name]
		sort.Slice(list, func(i, j int) bool {
			return strings.TrimPrefix(list[i].Name, "r#") < strings.TrimPrefix(list[j].Name, "r#")
		})
		lib.Modules = append(lib.Modules, rstemplate.ModuleLine{Name: ident(name), Doc: code(name)})
		files = append(files, emitted{"src/" + fileName(name) + "/mod.rs", rstemplate.Versions{Modules: list}, nil})
	}
	return append(files, emitted{"Cargo.toml", manifest, nil}, emitted{"src/lib.rs", lib, nil}, emitted{"rustfmt.toml", rstemplate.Format{}, nil})
}

// example is a shape that the documentation of the crate reads: an object, and what a tool takes if there is one.
func (c *crate) example() *rstemplate.Example {
	for _, e := range c.modules {
		shapes := e.contract.Shapes
		if n := len(e.contract.Tools); n > 0 {
			shapes = append([]*ir.Shape{e.contract.Tools[n-1].Params}, shapes...)
		}
		for _, s := range shapes {
			r := target(s.Rule)
			if _, ok := s.Type.(*ir.Struct); ok && r.Types == ir.KindObject && !r.Never && !s.Nested {
				return &rstemplate.Example{
					Crate:  strings.ReplaceAll(c.opt.Crate, "-", "_"),
					Module: ident(e.contract.Name) + "::" + ident(e.contract.Version), Type: e.plan.shapes[s],
				}
			}
		}
	}
	return nil
}
