package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// The shapes of the messages as plain structs, for encoding/json to compare with.
type (
	plainStep struct {
		Ref  string  `json:"ref"`
		Op   string  `json:"op"`
		Text *string `json:"text,omitempty"`
		Key  *string `json:"key,omitempty"`
	}
	plainAct struct {
		Token string  `json:"token"`
		Ref   string  `json:"ref"`
		Op    string  `json:"op"`
		Text  *string `json:"text,omitempty"`
		Key   *string `json:"key,omitempty"`
	}
	plainBatch struct {
		Token string      `json:"token"`
		Steps []plainStep `json:"steps"`
	}
	plainElement struct {
		Ref   string   `json:"ref"`
		Role  string   `json:"role"`
		Label string   `json:"label"`
		Ops   []string `json:"ops"`
	}
	plainSnapshot struct {
		CaptureState string         `json:"capture_state"`
		Elements     []plainElement `json:"elements"`
	}
)

// BenchmarkDecode compares decoding with encoding/json into plain structs, which checks no more than the syntax. A refused
// message has a wrong value at its end.
func BenchmarkDecode(b *testing.B) {
	b.Run("act", func(b *testing.B) {
		benchmarkDecode[plainAct](b, actMessage("type"), actMessage("drag"), DecodeActParams)
	})
	b.Run("batch", func(b *testing.B) {
		benchmarkDecode[plainBatch](b, batchMessage("click"), batchMessage("drags"), DecodeBatchParams)
	})
	b.Run("snapshot50", func(b *testing.B) {
		benchmarkDecode[plainSnapshot](b, snapshotMessage(50, "press"), snapshotMessage(50, "drags"), DecodeSnapshotResult)
	})
	b.Run("snapshot5000", func(b *testing.B) {
		benchmarkDecode[plainSnapshot](b, snapshotMessage(5000, "press"), snapshotMessage(5000, "drags"), DecodeSnapshotResult)
	})
}

func benchmarkDecode[Plain, T any](b *testing.B, valid, invalid []byte, decode func([]byte) (T, error)) {
	run := func(name string, data []byte, f func([]byte) error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if (f(data) == nil) != (name != "refused") {
					b.Fatal("another verdict is expected")
				}
			}
		})
	}
	run("json", valid, func(data []byte) error { var v Plain; return json.Unmarshal(data, &v) })
	run("wire", valid, func(data []byte) error { _, err := decode(data); return err })
	run("refused", invalid, func(data []byte) error { _, err := decode(data); return err })
}

// BenchmarkEncode compares encoding with encoding/json of the same plain structs; kept is into a buffer that is large
// enough.
func BenchmarkEncode(b *testing.B) {
	b.Run("act", func(b *testing.B) { benchmarkEncode[plainAct](b, actMessage("type"), DecodeActParams) })
	b.Run("batch", func(b *testing.B) { benchmarkEncode[plainBatch](b, batchMessage("click"), DecodeBatchParams) })
	b.Run("snapshot50", func(b *testing.B) {
		benchmarkEncode[plainSnapshot](b, snapshotMessage(50, "press"), DecodeSnapshotResult)
	})
	b.Run("snapshot5000", func(b *testing.B) {
		benchmarkEncode[plainSnapshot](b, snapshotMessage(5000, "press"), DecodeSnapshotResult)
	})
}

func benchmarkEncode[Plain any, T interface {
	AppendJSON(dst []byte) ([]byte, error)
}](b *testing.B, data []byte, decode func([]byte) (T, error)) {
	var plain Plain
	require.NoError(b, json.Unmarshal(data, &plain))
	v, err := decode(data)
	require.NoError(b, err)
	buffer := make([]byte, 0, 2*len(data))
	run := func(name string, f func() ([]byte, error)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("json", func() ([]byte, error) { return json.Marshal(plain) })
	run("wire", func() ([]byte, error) { return v.AppendJSON(nil) })
	run("kept", func() ([]byte, error) { return v.AppendJSON(buffer) })
}
