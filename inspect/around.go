package inspect

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"idscope/gen"
)

// around orders the readings by their distance to the date, those without a time
// last, and solves for unknown epochs.
func (in *Inspector) around(r *Result) {
	from, to := *in.opts.Around, in.opts.AroundEnd
	if to.Before(from) {
		to = from
	}
	slices.SortStableFunc(r.Readings, func(a, b Reading) int {
		return cmp.Compare(a.distance(from, to), b.distance(from, to))
	})
	r.Epochs = append(r.Epochs, in.solve(r.Cleaned, from)...)
}

// distance is the time between a reading and a period, in seconds: none inside.
func (r *Reading) distance(from, to time.Time) float64 {
	date := from
	switch {
	case !r.Timed:
		return math.Inf(1)
	case r.Time.After(to):
		date = to
	case r.Time.After(from):
		return 0
	}
	return math.Abs(float64(r.Time.Unix()-date.Unix()) + float64(r.Time.Nanosecond()-date.Nanosecond())/1e9)
}

// solve returns, for an integer, the epoch under which each usual layout of 64
// bits puts it at the date. Only epochs from 1970 to the date are of use.
func (in *Inspector) solve(text string, date time.Time) []SolvedEpoch {
	id, err := gen.Text{Form: gen.Decimal}.Parse([]byte(text), 64)
	if err != nil {
		return nil
	}
	var list []SolvedEpoch
	seen := map[string]int{}
	for _, m := range in.usual() {
		at := m.tick(id)
		place := fmt.Sprintf("%d %d %s", m.codec.LSB(m.scheme.Layout.Index(m.timeField())),
			m.scheme.Layout.Width(gen.Time), m.scheme.Tick)
		if i, ok := seen[place]; ok {
			list[i].Like = append(list[i].Like, m.scheme.Name)
			continue
		}
		if !m.codec.Matches(id) || at == 0 {
			continue
		}
		epoch := back(date, at, m.scheme.Tick)
		if epoch.Before(time.Unix(0, 0).Add(-day)) || epoch.After(date) {
			continue
		}
		seen[place] = len(list)
		known, _ := in.knownEpoch(epoch)
		list = append(list, SolvedEpoch{plainLayout(m.scheme.Layout), m.scheme.Tick, epoch, known,
			[]string{m.scheme.Name}})
	}
	known := func(e SolvedEpoch) bool { return e.Known != "" }
	rest := slices.DeleteFunc(slices.Clone(list), known)
	return append(slices.DeleteFunc(list, func(e SolvedEpoch) bool { return !known(e) }), rest...)
}

// usual are the members of at most 64 bits whose time is on top in one piece, most
// common first.
func (in *Inspector) usual() []*member {
	var list []*member
	for _, m := range in.sorted() {
		same := func(k *member) bool { return k.kind == m.kind && k.scheme.Text == m.scheme.Text }
		if m.codec != nil && m.size <= 64 && m.top.time > 0 && m.top.from == 0 && m.top.time < 64 &&
			m.scheme.Fraction == 0 && !slices.ContainsFunc(list, same) {
			list = append(list, m)
		}
	}
	return list
}

// sorted are all members, most common first.
func (in *Inspector) sorted() []*member {
	list := in.members()
	slices.SortStableFunc(list, func(a, b *member) int { return byPrior(a.scheme, b.scheme) })
	return list
}

func (m *member) timeField() string {
	for _, f := range m.scheme.Layout {
		if f.Source == gen.Time {
			return f.Name
		}
	}
	return ""
}

// back is the date minus n ticks.
func back(date time.Time, n uint64, tick time.Duration) time.Time {
	hi, lo := bits.Mul64(n, uint64(tick))
	sec, nsec := bits.Div64(hi%1e9, lo, 1e9)
	return time.Unix(date.Unix()-int64(sec), int64(date.Nanosecond())-int64(nsec)).UTC()
}

// plainLayout writes a layout as gen.ParseLayout reads it, fields of one source side by side as one.
func plainLayout(l gen.Layout) string {
	var plain gen.Layout
	for _, f := range l {
		last := len(plain) - 1
		if last >= 0 && f.Source == plain[last].Source && f.Source != gen.Const && f.Source != gen.Data {
			plain[last].Bits += f.Bits
		} else {
			plain = append(plain, f)
		}
	}
	return plain.String()
}

// knownEpoch finds what counts from within a day of an instant: a scheme, the
// Unix epoch, or the start of a year from 2000 on. name is empty for nothing.
func (in *Inspector) knownEpoch(at time.Time) (name string, epoch time.Time) {
	near := func(t time.Time) bool { d := at.Sub(t); return d > -day && d < day }
	for _, m := range in.usual() {
		if near(m.scheme.Epoch) && m.scheme.Epoch.Unix() != 0 {
			return "epoch of " + m.scheme.Name, m.scheme.Epoch
		}
	}
	if unix := time.Unix(0, 0).UTC(); near(unix) {
		return "Unix epoch", unix
	}
	for year := 2000; year <= in.opts.Now.Year(); year++ {
		if start := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC); near(start) {
			return fmt.Sprintf("start of %d", year), start
		}
	}
	return "", time.Time{}
}
