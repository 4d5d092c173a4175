package screen

import (
	"testing"
	"time"

	"idscope/gen/testing/try"
	"idscope/inspect"
)

// TestLineAllocates: a line of an id without details allocates nothing; fields that are
// named cost their list.
func TestLineAllocates(t *testing.T) {
	for id, most := range map[string]float64{"017F22E2-79B0-7CC3-98C4-DC0C0C07398F": 0, "1541815603606036480": 2} {
		for _, coloured := range []bool{false, true} {
			v, columns, line := lineOf(t, coloured)
			r := resultOf(t, id)
			dst := make([]byte, 0, 1000)
			if got := testing.AllocsPerRun(100, func() { line.Read(v, r); dst = columns.Append(dst[:0], v, line) }); got > most {
				t.Errorf("the line %q allocates %v times; want at most %v", dst, got, most)
			}
		}
	}
}

func BenchmarkLine(b *testing.B) {
	v, columns, line := lineOf(b, false)
	r := resultOf(b, "017F22E2-79B0-7CC3-98C4-DC0C0C07398F")
	dst := make([]byte, 0, 1000)
	for b.Loop() {
		line.Read(v, r)
		dst = columns.Append(dst[:0], v, line)
	}
}

func lineOf(t testing.TB, coloured bool) (*View, *Columns, *Line) {
	t.Helper()
	columns := PipeColumns
	return &View{Pen: New(coloured, 0), Zone: time.UTC}, &columns, &Line{}
}

func resultOf(t testing.TB, id string) *inspect.Result {
	t.Helper()
	in := try.Of(inspect.New(inspect.Options{Now: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)})).Or(t)
	r := in.Inspect(id)
	return &r
}
