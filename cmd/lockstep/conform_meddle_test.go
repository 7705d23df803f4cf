package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/rightkit/lockstep/generated/go/transport"
)

// This file holds what stands before a host to make it faulty. A run makes one call at a time, so nothing is locked.

// send calls a host with params and a result that are objects.
func send(ctx context.Context, next handle, method string, p object) (object, error) {
	params, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	text, err := next(ctx, method, params)
	if err != nil {
		return nil, err
	}
	var r object
	return r, json.Unmarshal(text, &r)
}

// instead answers a method, "" for all, in place of the host.
func instead(method string, answer func(ctx context.Context, next handle, p object) (object, error)) func(handle) handle {
	return func(next handle) handle {
		return func(ctx context.Context, called string, params []byte) ([]byte, error) {
			var p object
			if method != "" && called != method || json.Unmarshal(params, &p) != nil {
				return next(ctx, called, params)
			}
			r, err := answer(ctx, func(ctx context.Context, _ string, params []byte) ([]byte, error) {
				return next(ctx, called, params)
			}, p)
			if err != nil {
				return nil, err
			}
			return json.Marshal(r)
		}
	}
}

// before changes the params of a method, or refuses the call.
func before(method string, change func(p object) error) func(handle) handle {
	return instead(method, func(ctx context.Context, next handle, p object) (object, error) {
		if err := change(p); err != nil {
			return nil, err
		}
		return send(ctx, next, method, p)
	})
}

// after changes the result of a method; "" for all.
func after(method string, change func(p, r object)) func(handle) handle {
	return instead(method, func(ctx context.Context, next handle, p object) (object, error) {
		r, err := send(ctx, next, method, p)
		if err == nil {
			change(p, r)
		}
		return r, err
	})
}

// errs changes the errors with a code; "" for all.
func errs(code string, change func(*transport.Error)) func(handle) handle {
	return func(next handle) handle {
		return func(ctx context.Context, method string, params []byte) ([]byte, error) {
			text, err := next(ctx, method, params)
			if e, ok := errors.AsType[*transport.Error](err); ok && (code == "" || e.Code == code) {
				changed := *e
				change(&changed)
				return nil, &changed
			}
			return text, err
		}
	}
}

// elements changes the elements of a role in every snapshot.
func elements(role string, change func(e object)) func(handle) handle {
	return after("demo.snapshot", func(_, r object) {
		walkObjects(r, func(o object) {
			if o["role"] == role {
				change(o)
			}
		})
	})
}

func codeOf(err error) string {
	if e, ok := errors.AsType[*transport.Error](err); ok {
		return e.Code
	}
	return ""
}

func walkObjects(v any, visit func(object)) {
	switch v := v.(type) {
	case object:
		visit(v)
		for _, item := range v {
			walkObjects(item, visit)
		}
	case []any:
		for _, item := range v {
			walkObjects(item, visit)
		}
	}
}

// lenient acts as if an error were a success.
func lenient(code string) func(context.Context, handle, object) (object, error) {
	return func(ctx context.Context, next handle, p object) (object, error) {
		r, err := send(ctx, next, "", p)
		if codeOf(err) == code {
			return object{"receipt_id": "r0"}, nil
		}
		return r, err
	}
}

// unchecked answers params that the contract refuses as if all were well.
func unchecked(next handle) handle {
	return func(ctx context.Context, method string, params []byte) ([]byte, error) {
		text, err := next(ctx, method, params)
		if codeOf(err) != "invalid_arguments" {
			return text, err
		}
		return map[string][]byte{
			"demo.request":  []byte(`{"session":"s","token":"t","app":"a"}`),
			"demo.snapshot": []byte(`{"capture_state":"safe","elements":[]}`),
			"demo.act":      []byte(`{"receipt_id":"r"}`),
			"demo.batch":    []byte(`{"completed":0,"results":[],"failed_step":null,"error_code":null}`),
		}[method], nil
	}
}

// strict knows the properties of each method, and no other.
var strict = instead("", func(ctx context.Context, next handle, p object) (object, error) {
	known := []string{"app", "agent_name", "token", "steps", "ref", "op", "text", "key"}
	for name := range p {
		if !slices.Contains(known, name) {
			return nil, coded("invalid_arguments")
		}
	}
	return send(ctx, next, "", p)
})

// allowing gives a session that does not work to whoever is refused one.
var allowing = instead("demo.request", func(ctx context.Context, next handle, p object) (object, error) {
	r, err := send(ctx, next, "demo.request", p)
	if codeOf(err) == "consent_denied" {
		return object{"session": "s-made-up", "token": "t-made-up", "app": p["app"]}, nil
	}
	return r, err
})

// remembered gives the last session anew where the person says no.
func remembered(next handle) handle {
	var last object
	return instead("demo.request", func(ctx context.Context, next handle, p object) (object, error) {
		r, err := send(ctx, next, "demo.request", p)
		if codeOf(err) == "consent_denied" && last != nil {
			return last, nil
		}
		last = r
		return r, err
	})(next)
}

// tokens keeps the tokens that a host gave, and renames those that clients see.
type tokens struct {
	real map[any]any // by the name that clients see
	last any
}

// renamed shows the token of a session under another name.
func renamed(rename func(known *tokens, r object) any) func(handle) handle {
	return func(next handle) handle {
		known := &tokens{real: map[any]any{}}
		return instead("", func(ctx context.Context, next handle, p object) (object, error) {
			if t, ok := known.real[p["token"]]; ok {
				p["token"] = t
			}
			r, err := send(ctx, next, "", p)
			if err == nil && r["session"] != nil {
				name := rename(known, r)
				known.real[name], known.last = r["token"], name
				r["token"] = name
			}
			return r, err
		})(next)
	}
}

var (
	sessionForToken = renamed(func(_ *tokens, r object) any { return r["session"] })
	sameToken       = renamed(func(*tokens, object) any { return "t-1" })
	sessionIDs      = renamed(func(known *tokens, r object) any {
		known.real[r["session"]] = r["token"]
		return r["token"]
	})
)

// deadTokens uses the last token where one has ended.
func deadTokens(next handle) handle {
	var last any
	return instead("", func(ctx context.Context, next handle, p object) (object, error) {
		r, err := send(ctx, next, "", p)
		if err == nil && r["session"] != nil {
			last = r["token"]
		}
		if codeOf(err) == "session_ended" && p["ref"] != nil && last != p["token"] {
			p["token"] = last
			return send(ctx, next, "", p)
		}
		return r, err
	})(next)
}

// boundToPeer knows a token only on the connection that got it.
func boundToPeer(next handle) handle {
	owner := map[any]any{}
	return instead("", func(ctx context.Context, next handle, p object) (object, error) {
		if o, ok := owner[p["token"]]; ok && o != ctx.Value(peerKey{}) {
			return nil, coded("invalid_token")
		}
		r, err := send(ctx, next, "", p)
		if err == nil && r["session"] != nil {
			owner[r["token"]] = ctx.Value(peerKey{})
		}
		return r, err
	})(next)
}

// freshRefs names the elements anew in each snapshot. Old names go on working.
func freshRefs(next handle) handle {
	count, real := 0, map[any]any{}
	return instead("", func(ctx context.Context, next handle, p object) (object, error) {
		walkObjects(p, func(o object) {
			if ref, ok := real[o["ref"]]; ok {
				o["ref"] = ref
			}
		})
		r, err := send(ctx, next, "", p)
		walkObjects(r, func(o object) {
			if ref, ok := o["ref"].(string); ok {
				count++
				name := ref + "-" + string(rune('a'+count%26)) + string(rune('a'+count/26%26))
				real[name] = ref
				o["ref"] = name
			}
		})
		return r, err
	})(next)
}

// foreignRefs takes a ref of any session for the element of its own session that stands in the same place.
func foreignRefs(next handle) handle {
	place, own := map[any]int{}, map[any][]any{}
	return instead("", func(ctx context.Context, next handle, p object) (object, error) {
		walkObjects(p, func(o object) {
			refs := own[p["token"]]
			if i, ok := place[o["ref"]]; ok && i < len(refs) {
				o["ref"] = refs[i]
			}
		})
		r, err := send(ctx, next, "", p)
		if list, ok := r["elements"].([]any); ok {
			own[p["token"]] = nil
			for i, e := range list {
				ref := e.(object)["ref"]
				place[ref] = i
				own[p["token"]] = append(own[p["token"]], ref)
			}
		}
		return r, err
	})(next)
}

// longBatches runs a batch in pieces that the host accepts.
func longBatches(next handle) handle {
	return instead("demo.batch", func(ctx context.Context, part handle, p object) (object, error) {
		steps, _ := p["steps"].([]any)
		if len(steps) <= 20 {
			return send(ctx, part, "demo.batch", p)
		}
		p["steps"] = steps[:20]
		first, err := send(ctx, part, "demo.batch", p)
		if err != nil {
			return nil, err
		}
		p["steps"] = steps[20:]
		rest, err := send(ctx, part, "demo.batch", p)
		if err != nil {
			return nil, err
		}
		first["completed"] = first["completed"].(float64) + rest["completed"].(float64)
		first["results"] = append(first["results"].([]any), rest["results"].([]any)...)
		return first, nil
	})(next)
}

// goesOn runs the steps after the one that failed.
func goesOn(next handle) handle {
	return instead("demo.batch", func(ctx context.Context, same handle, p object) (object, error) {
		r, err := send(ctx, same, "demo.batch", p)
		if i, ok := r["failed_step"].(float64); ok {
			steps := p["steps"].([]any)
			for _, s := range steps[int(i)+1:] {
				step := s.(object)
				step["token"] = p["token"]
				if _, err := send(ctx, next, "demo.act", step); err != nil {
					return nil, err
				}
			}
		}
		return r, err
	})(next)
}
