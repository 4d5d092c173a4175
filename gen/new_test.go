package gen

import (
	"fmt"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// TestCheckIsNew: Check refuses what New refuses, with the same words, and draws
// nothing.
func TestCheckIsNew(t *testing.T) {
	number, negative := uint64(4096), -time.Second
	random := testScheme(12)
	random.WorkerRule = WorkerRandom
	readOnly := testScheme(12)
	readOnly.ReadOnly = "it is a test"
	for name, c := range map[string]struct {
		scheme  *Scheme
		options Options
		refused bool
	}{
		"nothing asked for":      {testScheme(12), Options{}, false},
		"a worker that is drawn": {random, Options{}, false},
		"a worker too large":     {testScheme(12), Options{Worker: &number}, true},
		"no such field":          {testScheme(12), Options{Set: []Assignment{{Field: "none"}}}, true},
		"a field of the time":    {testScheme(12), Options{Set: []Assignment{{Field: "time"}}}, true},
		"no rollback bits":       {testScheme(12), Options{Backward: BackwardBits}, true},
		"a start too wide":       {testScheme(2), Options{Start: Start{Rule: StartRandom, Range: 100}}, true},
		"a negative lead":        {testScheme(12), Options{MaxLead: &negative}, true},
		"a negative wait":        {testScheme(12), Options{MaxWait: &negative}, true},
		"only read":              {readOnly, Options{}, true},
	} {
		_, want := New(c.scheme, c.options)
		c.options.Random = noBits{t}
		got := Check(c.scheme, c.options)
		if (got == nil) != (want == nil) || got != nil && got.Error() != want.Error() || (got != nil) != c.refused {
			t.Errorf("%s: Check = %v; want %v as of New, refused %t", name, got, want, c.refused)
		}
	}
}

// noBits is a source of random bits that nobody may ask.
type noBits struct{ t *testing.T }

func (n noBits) Read([]byte) (int, error) {
	n.t.Error("Check draws random bits")
	return 0, nil
}

// What a declaration leaves out is the common case, and only where it means something.
func TestWithDefaults(t *testing.T) {
	epoch := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	stamp, count := Field{Name: "time", Source: Time, Bits: 41}, Field{Name: "seq", Source: Seq, Bits: 12}
	random := Field{Name: "random", Source: Random, Bits: 80}
	for _, c := range []struct {
		words string
		s     Scheme
		want  string
	}{
		{"time and sequence", Scheme{Bits: Bits{Layout: Layout{stamp, count}, Epoch: epoch}},
			"1ms int fail wait zero 2020"},
		{"its own rules", Scheme{Bits: Bits{Layout: Layout{stamp, count}, Epoch: epoch, Tick: time.Second,
			Backward: BackwardWait, Overflow: OverflowFail, Start: Start{Rule: StartCarry}},
			Encoding: Encoding{Text: Text{Form: Hex}}, Since: epoch.AddDate(1, 0, 0)},
			"1s hex wait fail carry 2021"},
		{"random bits that suffice", Scheme{Bits: Bits{Layout: Layout{stamp, random}, Epoch: epoch}},
			"1ms form 0 default default default 2020"},
		{"no time", Scheme{Bits: Bits{Layout: Layout{random}}}, "0s form 0 default default default 1"},
		{"only read", Scheme{Bits: Bits{Layout: Layout{stamp, count}, Epoch: epoch}, ReadOnly: "others do"},
			"1ms int default default zero 2020"},
		{"parts of a text", Scheme{Encoding: Encoding{Pattern: Pattern{{Name: "r", Source: Random, Alphabet: "01",
			Min: 8, Max: 8}}}},
			"0s form 0 default default default 1"},
	} {
		d := c.s.WithDefaults()
		got := fmt.Sprint(d.Tick, " ", d.Text.Form, " ", d.Backward, " ", d.Overflow, " ", d.Start, " ", d.Since.Year())
		try.Equal(t, got, c.want, "%s: WithDefaults =", c.words)
	}
}
