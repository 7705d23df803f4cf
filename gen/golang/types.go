package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/ir"
)

// goType returns how a value of type t is written in Go when it must be there and cannot be null.
func (e *emitter) goType(t ir.Type) *jen.Statement {
	switch t := t.(type) {
	case *ir.Ref:
		return jen.Id(e.plan.shapes[t.Shape])
	case *ir.Scalar:
		return scalarType(t.Kind)
	case *ir.Literal:
		return scalarType(t.Kind)
	case *ir.List:
		return jen.Index().Add(e.goType(t.Item))
	case *ir.Map:
		return jen.Map(jen.String()).Add(e.goType(t.Value))
	case *ir.Nullable:
		if nilable(t.Type) {
			return e.goType(t.Type)
		}
		return jen.Op("*").Add(e.goType(t.Type))
	}
	return jen.Qual("encoding/json", "RawMessage") // Any, Tuple, NullOnly: the text of the value
}

func scalarType(k ir.ScalarKind) *jen.Statement {
	switch k {
	case ir.String:
		return jen.String()
	case ir.Boolean:
		return jen.Bool()
	case ir.Int64:
		return jen.Int64()
	case ir.Uint64:
		return jen.Uint64()
	}
	return jen.Float64()
}

// nilable reports whether the Go type of t has a nil that can stand for absent or for null.
func nilable(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.Scalar, *ir.Literal, *ir.Struct, *ir.Enum, *ir.Union:
		return false
	case *ir.Ref:
		switch u := t.Shape.Type.(type) {
		case *ir.Ref:
			return nilable(u)
		case *ir.List, *ir.Map, *ir.Any, *ir.Tuple, *ir.NullOnly:
			return true
		}
		return false
	}
	return true
}

// A form says how a field keeps absent, null and value apart.
type form int

const (
	formValue    form = iota + 1 // T: always there
	formPointer                  // *T: nil is absent or, for a nullable required field, null
	formNil                      // T, whose own nil is absent or null
	formOptional                 // Optional[T]: absent, null or a value
)

// formOf returns the form of a field and the type inside it.
func formOf(f *ir.Field) (form, ir.Type) {
	nullable, isNullable := f.Type.(*ir.Nullable)
	optional := f.Presence != ir.Required
	switch {
	case isNullable && optional:
		return formOptional, nullable.Type
	case isNullable && nilable(nullable.Type):
		return formNil, nullable.Type
	case isNullable:
		return formPointer, nullable.Type
	case optional && nilable(f.Type):
		return formNil, f.Type
	case optional:
		return formPointer, f.Type
	}
	return formValue, f.Type
}

// fieldType returns the Go type of a field.
func (e *emitter) fieldType(f *ir.Field) *jen.Statement {
	form, inner := formOf(f)
	switch form {
	case formOptional:
		return jen.Id("Optional").Types(e.goType(inner))
	case formPointer:
		return jen.Op("*").Add(e.goType(inner))
	}
	return e.goType(inner)
}
