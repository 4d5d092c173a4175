package inspect

import (
	"fmt"
	"strings"
	"time"

	"idscope/gen"
)

// Proposal is a layout that explains the identifiers, as gen.ParseLayout reads
// it; empty where nothing in them grows.
type Proposal struct {
	Layout string
	Tick   time.Duration
	Epoch  time.Time // zero where nothing speaks for one
	Why    []string
}

// propose names the stretches between the borders. Where a known layout has its
// border in the same place, its own words are better.
func propose(r *Report, in *Inspector) Proposal {
	for _, f := range r.Layouts {
		if f.Border && f.Ordered > 0 && f.Scheme.Timed() {
			return Proposal{plainLayout(f.Scheme.Layout), f.Scheme.Tick, f.Scheme.Epoch, []string{
				fmt.Sprintf("the rate of change falls where the time of %s ends", f.Scheme.Name),
				fmt.Sprintf("%.0f %% are then from %s to %s, on %d workers", 100*f.Plausible, stamp(f.First),
					stamp(f.Last), f.Workers),
			}}
		}
	}
	p := fromRuns(r, in)
	if len(r.Layouts) == 0 {
		return p
	}
	f, l := r.Layouts[0], gen.Layout(nil)
	if p.Layout != "" {
		l, _ = gen.ParseLayout(p.Layout) // finish has parsed it
	}
	known := Proposal{plainLayout(f.Scheme.Layout), f.Scheme.Tick, f.Scheme.Epoch, []string{
		"the bits show no border between a time and the rest",
		fmt.Sprintf("read as %s all are from %s to %s, on %d workers", f.Scheme.Name, stamp(f.First),
			stamp(f.Last), f.Workers),
	}}
	switch width := l.Width(gen.Time); {
	case !f.Scheme.Timed() || f.Plausible < 1:
	case len(r.Runs) < 2 && f.Recent, // too few or too even
		width > 0 && width < leastTime:
		return known
	}
	return p
}

// leastTime is the narrowest time that is believed: 28 bits of seconds are the
// shortest of all layouts that are declared.
const leastTime = 28

func fromRuns(r *Report, in *Inspector) Proposal {
	clock, ok := r.time()
	if !ok {
		return Proposal{Why: []string{"nothing in them grows: there is no time, or it is not on top"}}
	}
	var p Proposal
	var words []string
	say := func(name string, run Run, why string) {
		words = append(words, fmt.Sprintf("%s:%d", name, run.MSB-run.LSB+1))
		p.Why = append(p.Why, fmt.Sprintf("bits %d-%d: %s", run.MSB, run.LSB, why))
	}
	below := 0
	for i, run := range r.Runs {
		switch last := r.Runs[len(r.Runs)-1]; {
		case run == clock:
			if run.MSB == 63 && r.Bits == 64 && r.Ones[0] == 0 {
				words = append(words, "unused:1")
				run.MSB--
			}
			say("time", run, "the lower, the more often they change")
			p.guess(run, in)
		case run.LSB > clock.LSB: // above the time
			say(fmt.Sprintf("data%d", i), run, fmt.Sprintf("%s, %d of them", run.Behaviour, run.Values))
		case below == 0 && run != last && (run.Behaviour == Few || run.Behaviour == Fixed):
			below++
			say("worker", run, fmt.Sprintf("%d values", run.Values))
		default: // the rest is one: what a sequence has seen so far has borders of its own
			whole := Run{MSB: run.MSB, LSB: 0, Behaviour: last.Behaviour}
			if run == last && run.Behaviour == Even {
				say("random", whole, "all values alike")
			} else {
				say("seq", whole, "what is left")
			}
			return p.finish(words)
		}
	}
	return p.finish(words)
}

// finish checks the layout.
func (p Proposal) finish(words []string) Proposal {
	p.Layout = strings.Join(words, " ")
	if _, err := gen.ParseLayout(p.Layout); err != nil {
		return Proposal{Why: append(p.Why, err.Error())}
	}
	return p
}

// guess looks for the tick under which the newest identifier, were it made
// today, counts from a known epoch.
func (p *Proposal) guess(run Run, in *Inspector) {
	p.Tick = time.Millisecond
	for _, tick := range [...]time.Duration{time.Millisecond, 10 * time.Millisecond, time.Second,
		10 * time.Microsecond, time.Microsecond} {
		if run.Max.Len() > 64 {
			return
		}
		epoch := back(in.opts.Now, run.Max.Lo, tick)
		for back := range 45 { // the newest may be some days old
			known, at := in.knownEpoch(epoch.Add(-time.Duration(back) * day))
			if known == "" {
				continue
			}
			p.Tick, p.Epoch = tick, at
			p.Why = append(p.Why, fmt.Sprintf("with ticks of %s the newest would be %d days old, counted from the %s",
				tick, back, known))
			return
		}
	}
}
