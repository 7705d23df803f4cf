package wire_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

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
	_, err := decode(valid)
	require.NoError(b, err)
	_, err = decode(invalid)
	require.Error(b, err)
	compareSpeed(b, len(valid),
		speed{"json", func() error { var v Plain; return json.Unmarshal(valid, &v) }},
		speed{"wire", func() error { _, err := decode(valid); return err }},
		speed{"refused", func() error { _, _ = decode(invalid); return nil }})
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
	compareSpeed(b, len(data),
		speed{"json", func() error { _, err := json.Marshal(plain); return err }},
		speed{"wire", func() error { _, err := v.AppendJSON(nil); return err }},
		speed{"kept", func() error { _, err := v.AppendJSON(buffer); return err }})
}

// A speed is something to be timed.
type speed struct {
	name string
	run  func() error
}

// compareSpeed times each of all by itself, and then all in turns: "ratio" has, for each but the first one, how many times
// as fast as the first one it is. Turns are short, and the median of many counts, so that what else the machine does has
// little influence.
func compareSpeed(b *testing.B, size int, all ...speed) {
	for _, s := range all {
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if err := s.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("ratio", func(b *testing.B) {
		runs := max(8, 500_000/size) // so many that each pays for its own garbage
		turn := func(s speed) float64 {
			start := time.Now()
			for range runs {
				_ = s.run()
			}
			return float64(time.Since(start))
		}
		ratios := make([][]float64, len(all))
		for b.Loop() {
			first := turn(all[0])
			for i, s := range all[1:] {
				ratios[i+1] = append(ratios[i+1], first/turn(s))
			}
		}
		for i, s := range all[1:] {
			slices.Sort(ratios[i+1])
			b.ReportMetric(ratios[i+1][len(ratios[i+1])/2], s.name+"-ratio")
		}
	})
}
