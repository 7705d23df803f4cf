package real_test

import "strings"

func addSteps(b *book) {
	const step = `{"ref":"e1","op":"click"}`
	steps := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat(step+",", n), ",") + "]" }
	for _, n := range []int{0, 1, 2, 19, 20, 21, 22, 100} {
		b.call("batch", "token=t1", "steps="+steps(n))
		b.call("batch", `{"token":"t1","steps":`+steps(n)+`}`)
	}
	for _, one := range []string{
		`{}`, `{"ref":"e1"}`, `{"op":"click"}`, `{"ref":1,"op":"click"}`, `{"ref":"e1","op":"clik"}`, `{"ref":"e1","op":null}`,
		`{"ref":"e1","op":"type"}`, `{"ref":"e1","op":"press"}`, `{"ref":"e1","op":"type","text":1}`,
		`{"ref":"e1","op":"click","text":null}`, `{"ref":"e1","op":"press","key":[]}`, `null`, `1`, `"click"`, `[]`,
	} {
		b.call("batch", "token=t1", "steps=["+one+"]")
		b.call("batch", "token=t1", "steps=["+step+","+one+"]")
	}
	for _, one := range []string{
		`{"ref":"e1","op":"type","text":""}`, `{"ref":"e1","op":"press","key":"cmd+s"}`,
		`{"op":"click","ref":"","more":{"b":1,"a":1e2}}`,
		` {"ref" : "e1" , "op" : "click"} `, `{"ref":"\u0065\ud83d\ude00","op":"cl\u0069ck"}`,
		`{"ref":"e1","op":"click","text":"a","key":"b"}`,
	} {
		b.call("batch", "token=t1", "steps=["+one+"]")
		b.call("batch", `{"token":"t1","steps":[`+one+`]}`)
	}
	for _, whole := range []string{"", "abc", step, "null", "1", `"[]"`, "[" + step, "[" + step + ",]", " " + steps(2) + "\n"} {
		b.call("batch", "token=t1", "steps="+whole)
	}
	b.call("batch", "steps=[]")
	b.call("batch", "token=t1", "steps=[]", "steps="+steps(1))
}

func addObjects(b *book) {
	for _, text := range []string{
		`{}`, ` {} `, "\t\r\n{}\n", "\v{}", "\u00a0{}", "{}\u00a0", "\u2003{}", "\ufeff{}", `{`, `{}}`, `{} {}`, `{}x`,
		`{}{`, `{'a':1}`, `{a:1}`,
		`{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{"a":1 "b":2}`, `{"a":1,"b":2}`, `{ "b" : 2 , "a" : [ 1 , 2 ] }`, `{"a":1}//`,
		`{/**/}`, `{"a":01}`,
		`{"a":+1}`, `{"a":NaN}`, `{"a":"` + "\t" + `"}`, `{"a":"\x"}`, `{"a":"\u12"}`, `{"":1}`, `{"\u0000":"\u0000"}`,
		`{"a":nul}`, `[{}]`, `{"a":tru}`,
		`{"a":'b'}`, `{"a":"b}`, `{"a":[}`, `{"a":{"b":1]}`, `{"\ud800":1}`, `{"a":"\udc00"}`, `{"=":"="}`, `{x=1`, `{"a=1`,
	} {
		b.call("apps", text)
		b.call("snapshot", strings.Replace(text, "{", `{"token":"t",`, 1))
	}
	b.call("apps", `{}`, `{}`)
	b.call("apps", `{"a":1}`, `{"b":2}`)
	b.call("apps", `{}`, `a=1`)
	b.call("apps", `a=1`, `{}`)
	b.call("apps", `{"a":"="}`, `a=1`)
	b.call("apps", `a=1`, ` {"b":"=1"}`)
	b.call("snapshot", `token=t1`, `{"b":"=1"}`)
	b.call("apps", `{`, `}`)
	b.call("apps", `{"a":`, `1}`)
	b.call("apps", ``, `{}`)
}

// addDeep counts the object of the arguments itself. The depths between those of its list are those of TestDeepest.
func addDeep(b *book) {
	for _, n := range []int{2, 100, 126, 129, 200, 5000} {
		array := strings.Repeat("[", n-1) + strings.Repeat("]", n-1)
		members := strings.Repeat(`{"a":`, n-1) + "1" + strings.Repeat("}", n-1)
		b.call("apps", `{"a":`+array+`}`)
		b.call("apps", `{"a":`+members+`}`)
		b.call("apps", "a="+array)
		b.call("apps", "a="+members)
		b.call("batch", "token=t1", "steps="+array)
	}
}

// addLarge stays below what the system takes as one argument.
func addLarge(b *book) {
	const size = 100_000
	long := strings.Repeat("x", size)
	b.call("snapshot", "token="+long)
	b.call("snapshot", `{"token":"`+long+`"}`)
	b.call("apps", long+"=1")
	b.call("apps", "a="+strings.Repeat("9", size))
	b.call("apps", `{"a":[`+strings.TrimSuffix(strings.Repeat("1.5,", size/4), ",")+`]}`)
	b.call("apps", `{"a":"`+strings.Repeat(`\u00e9\ud83d\ude00`, size/18)+`"}`)
	b.call("request", "app="+strings.Repeat("😀", size/4), "agent_name="+strings.Repeat("\"\\\n", size/3))
	b.call("apps", long)
	b.call("nosuch", long)
	var pairs, twice []string
	for i := range 2000 {
		pairs = append(pairs, "key"+strings.Repeat("k", i%50)+string(rune('a'+i%26))+strings.Repeat("z", i/50)+"=1")
	}
	twice = append(append(twice, pairs...), pairs[7])
	b.call(append([]string{"apps"}, pairs...)...)
	b.call(append([]string{"apps"}, twice...)...)
}

// addInvalid holds texts that are no UTF-8.
func addInvalid(b *book) {
	for _, bad := range []string{"\xff", "\xc0\x80", "\xed\xa0\x80", "a\xe2\x82", "\xf4\x90\x80\x80"} {
		b.call("apps", "a="+bad)
		b.call("apps", bad+"=1")
		b.call("apps", `{"a":"`+bad+`"}`)
		b.call("snapshot", "token="+bad)
	}
	b.call("\xff")
	b.call("apps", "\xff")
}
