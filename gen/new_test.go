package gen

import (
	"testing"
	"time"
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
