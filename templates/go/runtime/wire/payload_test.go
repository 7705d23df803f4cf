package wire_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The messages of the benchmarks. They are the same in each run.

// plain and special are texts of a screen, as they are spelled in a message.
var plain = []string{
	"OK", "Close", "Save a copy", "Open in new window", "Select all", "Print preview", "Check for updates",
	"Keyboard shortcuts", "Insert image from file", "Sort by date modified", "Rename", "Find and replace",
	"Show line numbers", "Turn on notifications", "Budget 2026 draft.ods", "Unread messages", "Log out",
	"Move to trash", "Add a comment", "Row 12 of 480", "Paste without formatting", "Full screen", "Redo",
}

var special = []string{
	`Na\u00efve \"test\"`, `D:\\data\\out.csv`, `First\nSecond`, `Größe ändern`, `Aperçu après impression`,
	`ファイルを保存`, `Параметры страницы…`, `Done 🎉`, `5 € per item`,
}

var roles = []string{"button", "checkbox", "combobox", "heading", "image", "link", "list_item", "menuitem", "tab", "textbox"}

const token = "st_0f1e2d3c4b5a69788796a5b4c3d2e1f0"

func phrase(r *rand.Rand) string {
	if r.IntN(5) == 0 {
		return special[r.IntN(len(special))]
	}
	s := plain[r.IntN(len(plain))]
	if r.IntN(4) == 0 {
		s += fmt.Sprintf(" (%d)", r.IntN(500))
	}
	return s
}

// actMessage is an act.params message of 122 bytes; with a wrong op it is refused.
func actMessage(op string) []byte {
	return []byte(`{"token":"` + token + `","ref":"win2/main/e41","op":"` + op + `","text":"Na\u00efve \"test\" – 3 runs"}`)
}

// batchMessage is a batch.params message of about 2 KB, 20 steps; last is the op of the last one.
func batchMessage(last string) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	steps := make([]string, 20)
	for i := range steps {
		ref := fmt.Sprintf("win2/main/editor/sidebar/e%d", 100+r.IntN(900))
		rest := `"op":"click"}`
		switch {
		case i == len(steps)-1:
			rest = `"op":"` + last + `"}`
		case i%3 == 1:
			rest = fmt.Sprintf(`"op":"type","text":"%s, %s, %s, %s, %s"}`, phrase(r), phrase(r), phrase(r), phrase(r), phrase(r))
		case i%3 == 2:
			rest = `"op":"press","key":"ctrl+s"}`
		}
		steps[i] = `{"ref":"` + ref + `",` + rest
	}
	return []byte(`{"token":"` + token + `","steps":[` + strings.Join(steps, ",") + `]}`)
}

// snapshotMessage is a snapshot.result message of n elements; last is the last op of the last one.
func snapshotMessage(n int, last string) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	ops := []string{`["click"]`, `["click"]`, `["click","type"]`, `["click","press"]`, `["click","type","press"]`, `[]`}
	elements := make([]string, n)
	for i := range elements {
		can := ops[r.IntN(len(ops))]
		if i == n-1 {
			can = `["click","` + last + `"]`
		}
		elements[i] = fmt.Sprintf(`{"ref":"win2/main/outline/e%d","role":"%s","label":"%s","ops":%s}`,
			i, roles[r.IntN(len(roles))], phrase(r), can)
	}
	return []byte(`{"capture_state":"safe","elements":[` + strings.Join(elements, ",") + `]}`)
}
