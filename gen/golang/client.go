package golang

import (
	"path"

	"github.com/dave/jennifer/jen"
	"github.com/rightkit/lockstep/gen/listing"
)

// transport returns a name of the package transport, which stands beside the packages of the contracts.
func (e *emitter) transport(name string) *jen.Statement { return jen.Qual(e.transportPath(), name) }

// transportPath is <out>/transport where the runtime is <out>/internal/wire.
func (e *emitter) transportPath() string { return path.Join(path.Dir(path.Dir(e.wire)), "transport") }

// clientFile emits the client: a method per tool, each a thin call.
//
//	func (c *Client) Batch(ctx context.Context, params *BatchParams) (*BatchResult, error) {
//		return transport.Invoke(ctx, c.caller, &methodBatch, params, (*BatchParams).AppendJSON, DecodeBatchResult)
//	}
func (e *emitter) clientFile() *file {
	c := e.contract
	if len(c.Tools) == 0 {
		return nil
	}
	f := e.newFile()
	prose(f, "A Client calls the tools of a host. Each method checks its params before they leave, waits no longer than the "+
		"contract says, and checks the result before it is returned.",
		"An error is a *transport.Error. Its code is one of "+e.codesDoc()+", or one of the transport; the host's codes, "+
			"messages and retryable come through unchanged.")
	f.Type().Id("Client").Struct(jen.Id("caller").Add(e.transport("Caller")))
	f.Line()
	prose(f, "NewClient returns a client that calls through c, such as the connection that Dial returns.")
	f.Func().Id("NewClient").Params(jen.Id("c").Add(e.transport("Caller"))).Op("*").Id("Client").
		Block(jen.Return(jen.Op("&").Id("Client").Values(entry("caller", jen.Id("c")))))
	f.Line()
	if c.Service != nil {
		prose(f, "Dial connects to the host that serves the contract under a suite root. The deadline of ctx is that of "+
			"connecting; without one it is 30 seconds. Close the connection when done.")
		f.Func().Id("Dial").Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("suite").Add(e.transport("Suite"))).
			Params(jen.Op("*").Add(e.transport("Conn")), jen.Error()).
			Block(jen.Return(e.transport("Dial").Call(jen.Id("ctx"), jen.Id("suite"), jen.Id("Service"), jen.Id("ClientName"))))
		f.Line()
	}
	for _, t := range c.Tools {
		id := e.plan.tools[t]
		prose(f, id+" calls "+t.Name+". "+join(t.Doc))
		f.Func().Params(jen.Id("c").Op("*").Id("Client")).Id(id).
			Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("params").Op("*").Id(e.plan.shapes[t.Params])).
			Params(jen.Op("*").Id(e.plan.shapes[t.Result]), jen.Error()).
			Block(jen.Return(e.transport("Invoke").Call(jen.Id("ctx"), jen.Id("c").Dot("caller"), ref("method"+id),
				jen.Id("params"), jen.Parens(jen.Op("*").Id(e.plan.shapes[t.Params])).Dot("AppendJSON"), jen.Id("Decode"+e.plan.shapes[t.Result]))))
		f.Line()
	}
	prose(f, "CallText calls a tool with the text of its params and returns the text of its result as the host wrote it, "+
		"with what the contract does not name. Both are checked as by the methods of Client. The tool is a method name or a "+
		"word of the command line.")
	f.Func().Id("CallText").Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("c").Add(e.transport("Caller")),
		jen.Id("tool").String(), jen.Id("params").Index().Byte()).Params(jen.Index().Byte(), jen.Error()).Block(
		jen.Switch(jen.Id("tool")).BlockFunc(func(g *jen.Group) {
			for _, t := range c.Tools {
				g.Case(jen.Id("Tool"+e.plan.tools[t]), str(t.Command)).Block(jen.Return(
					e.transport("Call").Call(jen.Id("ctx"), jen.Id("c"), ref("method"+e.plan.tools[t]), jen.Id("params"))))
			}
		}),
		jen.Return(jen.Nil(), e.transport("NoTool").Call(jen.Id("tool"))),
	)
	f.Line()
	prose(f, "What the transport knows of each tool.")
	f.Var().DefsFunc(func(g *jen.Group) {
		for _, t := range c.Tools {
			items := []jen.Code{
				entry("Name", jen.Id("Tool"+e.plan.tools[t])), entry("Timeout", duration(t.Timeout)),
				entry("Params", e.ruleRef(t.Params.Rule)), entry("Result", e.ruleRef(t.Result.Rule)),
			}
			if t.Closed != nil {
				items = append(items, entry("FailClosed", ref("failClosed"+e.plan.tools[t])))
			}
			g.Id("method" + e.plan.tools[t]).Op("=").Add(e.transport("Method")).Add(lines(items...))
			if t.Closed != nil {
				g.Id("failClosed"+e.plan.tools[t]).Op("=").Id("FailClosed").Values(entry("Property", str(t.Closed.Property)),
					entry("Value", str(t.Closed.Value)), entry("Code", str(t.Closed.Code)))
			}
		}
	})
	return f
}

// codesDoc names the codes of the contract in a comment.
func (e *emitter) codesDoc() string {
	if e.contract.Codes == nil {
		return "the host"
	}
	return e.plan.shapes[e.contract.Codes.Shape]
}

// hostFile emits the interface of a host and what serves one.
//
//	type Host interface {
//		Batch(ctx context.Context, params *BatchParams) (*BatchResult, error)
//	}
func (e *emitter) hostFile() *file {
	c := e.contract
	if len(c.Tools) == 0 {
		return nil
	}
	f := e.newFile()
	prose(f, "A Host answers the tools of the contract. Its methods are called from many goroutines. Params have passed the "+
		"contract, results must. ctx ends when the caller has gone; transport.PeerOf tells who it is.",
		"An error that is a *transport.Error reaches the caller as it stands, with its code, message and retryable. Of any "+
			"other error the caller learns that there was one, and no more.")
	f.Type().Id("Host").InterfaceFunc(func(g *jen.Group) {
		for _, t := range c.Tools {
			if t.Doc != "" {
				prose(g, join(t.Doc))
			}
			g.Id(e.plan.tools[t]).Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("params").Op("*").Id(e.plan.shapes[t.Params])).
				Params(jen.Op("*").Id(e.plan.shapes[t.Result]), jen.Error())
		}
	})
	f.Line()
	prose(f, "NewHandler returns what serves a host: it decodes the params, calls the method, and encodes the result. Params "+
		"that fail the contract are answered with the code invalid_arguments, a result that does with malformed_response.")
	f.Func().Id("NewHandler").Params(jen.Id("h").Id("Host")).Add(e.transport("Handler")).Block(jen.Return(jen.Id("handler").Values(jen.Id("h"))))
	f.Line()
	prose(f, "Methods returns the method names of the contract, in its order, as a host names what may be called.")
	f.Func().Id("Methods").Params().Index().String().Block(jen.Return(jen.Index().String().ValuesFunc(func(g *jen.Group) {
		for _, t := range c.Tools {
			g.Id("Tool" + e.plan.tools[t])
		}
	})))
	f.Line()
	f.Type().Id("handler").Struct(jen.Id("host").Id("Host"))
	f.Line()
	f.Func().Params(jen.Id("h").Id("handler")).Id("Handle").
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("method").String(), jen.Id("params").Index().Byte()).
		Params(jen.Index().Byte(), jen.Error()).Block(
		jen.Switch(jen.Id("method")).BlockFunc(func(g *jen.Group) {
			for _, t := range c.Tools {
				id := e.plan.tools[t]
				g.Case(jen.Id("Tool" + id)).Block(jen.Return(e.transport("Answer").Call(jen.Id("ctx"), jen.Id("params"),
					jen.Id("Decode"+e.plan.shapes[t.Params]), jen.Id("h").Dot("host").Dot(id),
					jen.Parens(jen.Op("*").Id(e.plan.shapes[t.Result])).Dot("AppendJSON"))))
			}
		}),
		jen.Return(jen.Nil(), e.transport("NoMethod").Call(jen.Id("method"))),
	)
	return f
}

// listingFile emits the tools as an agent is told of them.
func (e *emitter) listingFile() *file {
	if len(e.contract.Tools) == 0 {
		return nil
	}
	f := e.newFile()
	prose(f, "Listing is the tools of the contract as one JSON array, sorted by name: name, description, effect, and the JSON "+
		"Schema of the arguments.")
	f.Const().Id("Listing").Op("=").Add(raw(listing.JSON(e.contract)))
	return f
}
