package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/scheme"
	"idscope/gen/testing/try"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// fields is a Classifier for lines such as "gadget/5f@3": kind, hexadecimal
// number, worker; its time is as many seconds after 2020.
func fields(line []byte) (Class, error) {
	var c Class
	kind, rest, ok := strings.Cut(string(line), "/")
	if !ok {
		return c, errors.New("is no field; want kind/number@worker")
	}
	number, worker, ok := strings.Cut(rest, "@")
	id, err := gen.Text{Form: gen.Hex}.Parse([]byte(fmt.Sprintf("%016s", number)), 64)
	if err != nil {
		return c, err
	}
	c = Class{Kind: kind, Bits: 80, ID: id, Time: time.Date(2020, 1, 1, 0, 0, int(id.Lo%1e6), 500, time.UTC)}
	if ok {
		c.HasWorker = true
		_, err = fmt.Sscanf(worker, "%d", &c.Worker)
	}
	return c, err
}

func input(names []string, texts [][]byte) []lines.Input {
	var in []lines.Input
	for i, text := range texts {
		in = append(in, lines.Input{Name: names[i], R: bytes.NewReader(text), Size: int64(len(text))})
	}
	return in
}

func none([]byte) (Class, error) { return Class{}, errors.New("is not an id") }

// budgets are ways to do the same work.
func budgets() []Options {
	return []Options{
		{},
		{Goroutines: 1},
		{Memory: 1, Goroutines: 1, blockSize: 64},
		{Memory: 1, Goroutines: 3, blockSize: 1000},
		{Memory: 3 << 20, Goroutines: 2, blockSize: 4096},
		{Memory: 16 << 20, Goroutines: 4, blockSize: 1},
		{Memory: 8 << 30, Goroutines: 2, blockSize: 37},
	}
}

// same wants Run to report what the reference does, whatever the budget.
func same(t *testing.T, o Options, texts ...[]byte) {
	t.Helper()
	sameWithin(t, budgets(), o, texts...)
}

func sameWithin(t *testing.T, budgets []Options, o Options, texts ...[]byte) {
	t.Helper()
	names := []string{"first", "second", "third"}
	want := show(checkSlowly(names, texts, o))
	for _, b := range budgets {
		b.As, b.Classify, b.Learn, b.Now, b.TempDir = o.As, o.Classify, o.Learn, o.Now, t.TempDir()
		got, err := Run(context.Background(), input(names, texts), b)
		if err != nil {
			t.Fatalf("memory %d, goroutines %d, blocks of %d: %v", b.Memory, b.Goroutines, b.blockSize, err)
		}
		if got := show(got); got != want {
			t.Fatalf("memory %d, goroutines %d, blocks of %d: %s", b.Memory, b.Goroutines, b.blockSize, difference(got, want))
		}
		if left, _ := os.ReadDir(b.TempDir); len(left) > 0 {
			t.Fatalf("memory %d: %s is left behind", b.Memory, left[0].Name())
		}
	}
}

// difference shows the first line in which two texts differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("got\n%s\nwant\n%s", g[i], w[i])
		}
	}
	return fmt.Sprintf("got\n%s\nwant\n%s", got, want)
}

// mixture writes n lines of all kinds and spellings, some twice.
func mixture(r *rand.Rand, n int) []byte {
	var lines []string
	word := func() gen.ID { return gen.ID{Mid: r.Uint64() >> r.IntN(64), Lo: r.Uint64() >> r.IntN(64)} }
	random := func() gen.ID { return gen.ID{Mid: r.Uint64(), Lo: r.Uint64()} }
	write := func(form gen.Form, id gen.ID, bits int) string {
		return string(gen.Text{Form: form}.Append(nil, id.And(gen.Mask(bits)), bits))
	}
	var out bytes.Buffer
	for range n {
		var line string
		switch k := r.IntN(24); {
		case k < 4:
			line = write(gen.Decimal, word(), 64)
		case k < 6:
			line = write(gen.Decimal, random(), 64)
		case k < 8:
			id := random()
			id.Mid, id.Lo = id.Mid&^0xf000|uint64(r.IntN(10))<<12, id.Lo&^(3<<62)|2<<62
			line = write(gen.UUID, id, 128)
		case k == 8:
			line = write(gen.UUID, word(), 128)
		case k == 9:
			line = write(gen.Crockford, word(), 128)
		case k == 10:
			line = write(gen.Base32Hex, random(), 96)
		case k == 11:
			line = write(gen.Hex, random(), 96)
		case k == 12:
			line = write(gen.Hex, word(), 128)
		case k == 13:
			line = []string{"", " ", "\t ", "0", "00", "-1", "18446744073709551615", "18446744073709551616",
				"99999999999999999999", "00000000000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
				"00000000-0000-0000-0000-000000000000", "hello", "a\x00b", "\x00", "5 ", "1\r", "é"}[r.IntN(18)]
		case k == 14:
			line = fmt.Sprintf("%s/%x@%d", []string{"gadget", "widget", "integer"}[r.IntN(3)], r.IntN(100), r.IntN(100))
		case k == 15:
			line = fmt.Sprintf("gadget/%x", r.Uint64())
		case k == 16: // a mistake somewhere
			b := []byte(write([]gen.Form{gen.Decimal, gen.UUID, gen.Hex, gen.Crockford}[r.IntN(4)], random(), 128))
			b[r.IntN(len(b))] = byte(r.IntN(256))
			line = strings.ReplaceAll(string(b), "\n", "")
		case k == 17 && r.IntN(20) == 0:
			line = strings.Repeat("7", []int{100, 4095, 4096, 4097, 5000, 20000}[r.IntN(6)])
		case len(lines) > 0:
			line = lines[r.IntN(len(lines))]
			switch r.IntN(4) {
			case 0:
				line = strings.ToUpper(line)
			case 1:
				if len(line) == 36 {
					line = strings.ReplaceAll(line, "-", "")
				}
			}
		}
		lines = append(lines, line)
		out.WriteString(line)
		out.WriteString([]string{"\n", "\n", "\n", "\r\n"}[r.IntN(4)])
	}
	text := out.Bytes()
	if r.IntN(2) == 0 {
		text = bytes.TrimSuffix(text, []byte("\n"))
	}
	return text
}

// long is how much a test tries: more with IDSCOPE_TEST_LONG=1.
func long(usual, more int) int {
	if os.Getenv("IDSCOPE_TEST_LONG") != "" {
		return more
	}
	return usual
}

func TestMixturesAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range long(10, 60) {
		o := Options{Now: present, Classify: none}
		if i%3 > 0 {
			o.Classify, o.Learn = fields, func([][]byte) Classifier { return fields }
		}
		same(t, o, mixture(r, r.IntN(1000)), mixture(r, r.IntN(50)), mixture(r, 1+r.IntN(1000)))
	}
}

// strictText writes n identifiers of a scheme, close together in time, worker
// and number, so that there are duplicates, gaps and descents.
func strictText(r *rand.Rand, s *gen.Scheme, n int) []byte {
	codec, _ := s.Layout.Compile()
	var out []byte
	for range n {
		id := gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}.And(gen.Mask(codec.Size()))
		top := codec.Source(gen.Mask(codec.Size()), gen.Seq).Lo
		near := []uint64{r.Uint64N(6), r.Uint64N(6), r.Uint64N(40), top - r.Uint64N(5), top / 2}
		number := near[r.IntN(5)] & top
		if top > 1<<16 { // the reference counts one by one
			number = near[r.IntN(3)]
		}
		id = codec.WithSource(id, gen.Seq, gen.ID{Lo: number})
		id = codec.WithSource(id, gen.Time, gen.ID{Lo: r.Uint64N(50) << s.Fraction})
		id = codec.WithSource(id, gen.Worker, gen.ID{Lo: r.Uint64N(3)})
		for i, f := range s.Layout {
			if f.Source == gen.Const {
				value := gen.ID{Lo: f.Value}
				if r.IntN(200) == 0 {
					value = gen.ID{Lo: f.Value ^ 1}
				}
				at := uint(codec.LSB(i))
				id = id.And(f.Max().Shl(at).Not()).Or(value.Shl(at))
			} else if f.Source == gen.Data || f.Source == gen.Rollback {
				at := uint(codec.LSB(i))
				id = id.And(f.Max().Shl(at).Not()).Or(gen.ID{Lo: r.Uint64N(2)}.Shl(at))
			}
		}
		out = s.Text.Append(out, id, codec.Size())
		out = append(out, '\n')
		if r.IntN(100) == 0 {
			out = append(out, "123\n\nffffffff-ffff-ffff-ffff-fffffffffff\r\n"...)
		}
	}
	return out
}

func TestSchemesAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	list := known.All()
	for _, layout := range []string{"time:40 cluster:3 user:10 seq:10", "seq:12 time:30 worker:5",
		"worker:20 seq:8 time:40 random:20", "seq:16", "time:100ms", "time:30 seq:10 random:80",
		"time:40 rollback:2 seq:20", "kind:4=5 time:44 worker:64 seq:30 data:16"} {
		for _, tick := range []time.Duration{time.Millisecond, 7 * time.Millisecond, time.Hour} {
			s, err := scheme.Custom(scheme.CustomOptions{Layout: layout, Tick: tick, Epoch: new(time.UnixMilli(1288834974657))})
			if err == nil {
				list = append(list, s)
			}
		}
	}
	for _, s := range list {
		if s.Pattern != nil {
			continue // a text: see TestTexts
		}
		t.Run(s.Name+" "+s.Layout.Plain(), func(t *testing.T) {
			s.Text.Width = 0
			sameWithin(t, budgets()[2:4], Options{As: s, Now: s.Epoch.Add(20 * s.Tick)}, strictText(r, s, 300),
				strictText(r, s, 150))
		})
	}
}

// Each identifier twice, and all in one partition: with little memory it takes
// several passes.
func TestPasses(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	list := []*gen.Scheme{nil}
	for _, layout := range []string{"time:40 worker:12 seq:12", "time:44 worker:64 seq:12 data:16",
		"time:44 random:64 seq:12 worker:16"} {
		s := try.Of(scheme.Custom(scheme.CustomOptions{Layout: layout})).Or(t)
		list = append(list, s)
	}
	for _, s := range list {
		k := try.Of(newKinds(Options{As: s})).Or(t)
		var lines []string
		for len(lines) < 3000 {
			id := gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}
			text, bits := gen.Text{Form: gen.Decimal}, 64
			if s != nil {
				text, bits = s.Text, s.Layout.Size()
			}
			id = id.And(gen.Mask(bits))
			hash := hashOf(id, 0)
			if s != nil {
				hash = hashOf(k.seq.key(id).And(k.seq.group), 0)
			}
			if hash>>(64-partitionBits) == 7 {
				line := string(text.Append(nil, id, bits))
				lines = append(lines, line, line)
			}
		}
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		same(t, Options{As: s}, []byte(strings.Join(lines, "\n")))
	}
}

// The merger goes through the records of any number of runs in order, each with how often it is there.
func TestMerger(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for runs := range 20 {
		m := merger{words: 2, file: runFile{temp: &tempDir{parent: t.TempDir()}}}
		left := map[[2]uint64]int64{}
		for i := range runs + 1 {
			var records []uint64
			for range 1 + r.IntN(40) { // some more than are read at once
				record := [2]uint64{r.Uint64N(3), r.Uint64N(20)}
				left[record]++
				records = append(records, record[:]...)
			}
			do := func() error { return m.write(t.Context(), records) }
			if i == runs {
				do = func() error { return m.open(t.Context(), 0, records) }
			}
			try.Works(t, do())
		}
		last := [2]uint64{}
		err := m.each(func(record []uint64, times int64) {
			if now := [2]uint64(record); left[now] != times || compare(record, last[:]) < 0 {
				t.Errorf("%d runs: %d %d times behind %d; want %d times, in order", runs, record, times, last,
					left[now])
			}
			last = [2]uint64(record)
			delete(left, last)
		})
		if err != nil || len(left) > 0 {
			t.Errorf("%d runs: %v; %v are left out", runs, err, left)
		}
		m.file.temp.remove()
	}
}

// TestFileFails: what a temporary file does not take, or no longer has, is an error of whatever uses it.
func TestFileFails(t *testing.T) {
	gone := func() runFile { // whose file is closed
		f := try.Of(os.CreateTemp(t.TempDir(), "")).Or(t)
		f.Close()
		return runFile{file: f}
	}
	full, ctx := "no place for what exceeds the memory: ", t.Context()
	m := merger{words: 1, file: gone()}
	try.Says(t, m.write(ctx, []uint64{1}), full, "write =")
	try.Says(t, m.write(ctx, make([]uint64, 2*bufferWords)), full, "more =")
	m = merger{words: 1, file: gone(), runs: []cursor{{end: 8}}}
	try.Says(t, m.open(ctx, 0, []uint64{1}), full, "open =")
	m = merger{words: 1, file: gone(), runs: []cursor{{part: make([]uint64, 1), end: 8}}}
	try.Says(t, m.each(func([]uint64, int64) {}), "temporary file of what exceeds the memory: ", "each =")
}
