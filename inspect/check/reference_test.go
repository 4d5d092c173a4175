package check

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
	"idscope/inspect"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

// reference is Run as one would write it at first: a map of all identifiers, and
// the declarations read field by field. It shares with Run the report and the
// texts of reasons, nothing else.
type reference struct {
	o      Options
	report *Report
	kinds  map[string]*referenceKind
	groups map[string]map[uint64]bool
}

type referenceKind struct {
	Kind
	scheme  *gen.Scheme
	text    gen.Text
	seen    map[gen.ID]int64
	last    *gen.ID
	seconds map[int64]int64
	workers map[uint64]bool
	asked   bool
}

func checkSlowly(names []string, texts [][]byte, o Options) *Report {
	r := &reference{o: o, report: &Report{}, kinds: map[string]*referenceKind{}, groups: map[string]map[uint64]bool{}}
	for i, text := range texts {
		for _, k := range r.kinds {
			k.last = nil
		}
		if len(text) == 0 {
			continue
		}
		for n, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
			r.line(Place{names[i], int64(n + 1)}, strings.TrimSuffix(line, "\r"))
		}
	}
	r.finish()
	return r.report
}

func (r *reference) line(at Place, line string) {
	r.report.Lines++
	if strings.Trim(line, " \t\r\v\f") == "" {
		r.report.Blank++
		return
	}
	kind, id, told, reason := r.read([]byte(line))
	if reason != "" {
		if r.report.Invalid.Lines++; len(r.report.Invalid.First) < 10 {
			r.report.Invalid.First = append(r.report.Invalid.First, Invalid{at, inspect.Shown(line), reason})
		}
		return
	}
	r.report.IDs++
	kind.IDs++
	if kind.last != nil && id.Cmp(*kind.last) < 0 {
		if kind.Descents++; len(kind.First) < 10 {
			kind.First = append(kind.First, Descent{at, kind.write(id), kind.write(*kind.last)})
		}
	}
	kind.last = &id
	if r.fields(kind, id, told); kind.Name == "uuid" && r.o.As == nil {
		kind = r.uuid(id) // its bits are all that tells two apart
	}
	kind.seen[id]++
}

// read returns what a line is, or why it is nothing.
func (r *reference) read(line []byte) (*referenceKind, gen.ID, *Class, string) {
	if len(line) > lines.Longest {
		return nil, gen.ID{}, nil, lines.TooLong
	}
	if s := r.o.As; s != nil {
		codec, _ := s.Layout.Compile()
		id, err := s.Text.Parse(line, codec.Size())
		if err != nil {
			return nil, id, nil, predicate(err)
		}
		if !codec.Matches(id) {
			return nil, id, nil, newStrict(s, codec).mismatch(id)
		}
		if err := s.CheckBits(codec, id); err != nil {
			return nil, id, nil, fmt.Sprintf("is not %s: %v", s.Name, err)
		}
		return r.kind(s.Name, codec.Size(), s, s.Text), id, nil, ""
	}
	for _, shape := range []struct {
		name string
		bits int
		form gen.Form
	}{{"integer", 64, gen.Decimal}, {"", 128, gen.UUID}, {"", 128, gen.Hex}, {"objectid", 96, gen.Hex},
		{"ulid", 128, gen.Crockford}, {"xid", 96, gen.Base32Hex}} {
		id, err := (gen.Text{Form: shape.form}).Parse(line, shape.bits)
		if err != nil {
			continue
		}
		k := r.uuid(id)
		if shape.name != "" {
			k = r.kind(shape.name, shape.bits, shapeScheme(shape.name), gen.Text{Form: shape.form})
		}
		switch at := timeOf(k.scheme, id); {
		case at.IsZero(), shape.form == gen.UUID, !at.Before(k.scheme.Since) &&
			(r.o.Now.IsZero() || !at.After(r.o.Now.AddDate(1, 0, 0))):
			return k, id, nil, ""
		case shape.name == "":
			return r.kind("uuid", 128, nil, gen.Text{Form: gen.UUID}), id, nil, ""
		}
	}
	c, err := r.o.Classify(line)
	if err != nil {
		return nil, gen.ID{}, nil, predicate(err)
	}
	return r.kind(c.Kind, c.Bits, nil, cmp.Or(c.Text, gen.Text{Form: gen.Hex})), c.ID, &c, ""
}

// shapeScheme is the scheme of a shape; nil where it is none.
func shapeScheme(name string) *gen.Scheme {
	if name == "integer" || name == "uuid" {
		return nil
	}
	s, _ := known.Get(name)
	return s
}

// timeOf is the time of an identifier; zero without one.
func timeOf(s *gen.Scheme, id gen.ID) (at time.Time) {
	if s != nil && s.Timed() {
		codec, _ := s.Layout.Compile()
		at = s.Timeline().Time(codec.Source(id, gen.Time).Lo >> s.Fraction << s.Fraction)
	}
	return at
}

// uuid is the kind of a UUID by its bits.
func (r *reference) uuid(id gen.ID) *referenceKind {
	return r.kind(uuidName(id), 128, shapeScheme(uuidName(id)), gen.Text{Form: gen.UUID})
}

func uuidName(id gen.ID) string {
	text := string(gen.Text{Form: gen.UUID}.Append(nil, id, 128))
	switch {
	case text == "00000000-0000-0000-0000-000000000000":
		return "uuid-nil"
	case text == "ffffffff-ffff-ffff-ffff-ffffffffffff":
		return "uuid-max"
	case strings.Contains("12345678", text[14:15]) && strings.Contains("89ab", text[19:20]):
		return "uuidv" + text[14:15]
	}
	return "uuid"
}

func (r *reference) kind(name string, bits int, s *gen.Scheme, text gen.Text) *referenceKind {
	key := fmt.Sprint(name, " ", bits)
	k := r.kinds[key]
	if k == nil {
		k = &referenceKind{Kind: Kind{Name: name, Bits: bits}, scheme: s, text: text, seen: map[gen.ID]int64{},
			seconds: map[int64]int64{}, workers: map[uint64]bool{}, asked: r.o.As != nil}
		k.Ordered = s != nil && s.Ordered()
		r.kinds[key] = k
	}
	return k
}

// write masks what is secret, such as a number of a card, but not where the scheme was asked for.
func (k *referenceKind) write(id gen.ID) string {
	text := string(k.text.Append(nil, id, k.Bits))
	if k.asked {
		return text
	}
	return inspect.Redact(text)
}

// fields counts time, worker and sequence.
func (r *reference) fields(k *referenceKind, id gen.ID, told *Class) {
	at := timeOf(k.scheme, id)
	if s := k.scheme; s != nil {
		codec, _ := s.Layout.Compile()
		if s.WorkerBits() > 0 {
			k.workers[codec.Source(id, gen.Worker).Lo] = true
		}
		if r.o.As != nil && s.Layout.Width(gen.Seq) > 0 && codec.Source(id, gen.Seq).Lo >= s.Skipped {
			group := fmt.Sprint(codec.Source(id, gen.Time), codec.Source(id, gen.Worker), codec.Source(id, gen.Rollback))
			if r.groups[group] == nil {
				r.groups[group] = map[uint64]bool{}
			}
			r.groups[group][codec.Source(id, gen.Seq).Lo] = true
		}
	} else if told != nil {
		if at = told.Time; told.HasWorker {
			k.workers[told.Worker] = true
		}
	}
	if at.IsZero() {
		return
	}
	if k.Span == nil {
		k.Span = &Span{First: quantity.Exactly(at), Last: quantity.Exactly(at)}
	}
	k.Span.IDs++
	if at.Before(k.Span.First.Time) {
		k.Span.First = quantity.Exactly(at)
	}
	if at.After(k.Span.Last.Time) {
		k.Span.Last = quantity.Exactly(at)
	}
	if !r.o.Now.IsZero() && at.After(r.o.Now) {
		k.Span.Future++
	}
	k.seconds[at.Unix()]++
}

func (r *reference) finish() {
	var all []Duplicate
	for _, k := range r.kinds {
		for id, n := range k.seen {
			if n > 1 {
				r.report.Duplicates.IDs++
				r.report.Duplicates.Surplus += n - 1
				all = append(all, Duplicate{Kind: k.Name, Text: k.write(id), Lines: n, kind: &kind{name: k.Name,
					bits: k.Bits}, id: id})
			}
		}
		for second, n := range k.seconds {
			if n > k.Span.Peak || n == k.Span.Peak && second < k.Span.PeakAt.Unix() {
				k.Span.Peak, k.Span.PeakAt = n, quantity.Exactly(time.Unix(second, 0).UTC())
			}
		}
		if len(k.workers) > 0 {
			k.Workers = &Workers{Count: len(k.workers)}
			for _, w := range slices.Sorted(maps.Keys(k.workers))[:min(64, len(k.workers))] {
				k.Workers.Lowest = append(k.Workers.Lowest, fmt.Sprint(w))
			}
		}
		if k.Span != nil {
			k.Span.PerSecond = k.Span.rate()
		}
		if k.IDs > 0 {
			r.report.Kinds = append(r.report.Kinds, k.Kind)
		}
	}
	slices.SortFunc(all, Duplicate.compare)
	r.report.Duplicates.Lowest = all[:min(10, len(all))]
	slices.SortFunc(r.report.Kinds, func(a, b Kind) int {
		return cmp.Or(cmp.Compare(b.IDs, a.IDs), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Bits, b.Bits))
	})
	if s := r.o.As; s != nil && s.Layout.Width(gen.Seq) > 0 {
		r.report.Gaps = r.gaps(s)
	}
}

// gaps counts number by number.
func (r *reference) gaps(s *gen.Scheme) *Gaps {
	g := &Gaps{}
	top := gen.Mask(s.Layout.Width(gen.Seq)).Lo
	for _, group := range r.groups {
		numbers := make([]uint64, 0, len(group))
		for n := range group {
			numbers = append(numbers, n)
		}
		slices.Sort(numbers)
		low, high := numbers[0], numbers[len(numbers)-1]
		missing := uint64(0)
		for n := low; n < high; n++ {
			if !group[n] {
				missing++
			}
		}
		switch s.Start.Rule {
		case gen.StartZero:
			missing += low - s.Skipped
		case gen.StartCarry: // all that are not there, but the widest gap on the circle
			widest := top - high + low
			for i := 1; i < len(numbers); i++ {
				widest = max(widest, numbers[i]-numbers[i-1]-1)
			}
			missing = top + 1 - uint64(len(numbers)) - widest
		}
		if missing > 0 {
			g.Ticks++
			g.Missing += missing
		}
	}
	return g
}

// show writes a report so that two can be compared.
func show(r *Report) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "lines %d blank %d ids %d\n", r.Lines, r.Blank, r.IDs)
	for _, k := range r.Kinds {
		fmt.Fprintf(&b, "kind %s %d: %d ordered %v descents %d %v\n", k.Name, k.Bits, k.IDs, k.Ordered, k.Descents, k.First)
		if k.Span != nil {
			fmt.Fprintf(&b, "  span %+v\n", *k.Span)
		}
		if k.Workers != nil {
			fmt.Fprintf(&b, "  workers %+v\n", *k.Workers)
		}
	}
	fmt.Fprintf(&b, "invalid %d\n", r.Invalid.Lines)
	for _, i := range r.Invalid.First {
		fmt.Fprintf(&b, "  %+q\n", fmt.Sprint(i))
	}
	fmt.Fprintf(&b, "duplicates %d surplus %d\n", r.Duplicates.IDs, r.Duplicates.Surplus)
	for _, d := range r.Duplicates.Lowest {
		fmt.Fprintf(&b, "  %s %s %d\n", d.Kind, d.Text, d.Lines)
	}
	if r.Gaps != nil {
		fmt.Fprintf(&b, "gaps %+v\n", *r.Gaps)
	}
	return b.String()
}
