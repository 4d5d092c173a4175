package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"idscope/bench/compare"
	"idscope/bench/index"
	"idscope/bench/throughput"
	"idscope/gen"
	"idscope/gen/secret"
)

// Settings are what a survey measures, besides its schemes.
type Settings struct {
	compare.Selection // the load that probabilities are of, when the report is made, and the schemes that advice names
	Speed             throughput.Options
	Source            throughput.Source // of what is timed
	Index             index.Options
	Drivers           []index.Driver
	DSN               string               // of the database
	Rivals            []throughput.Subject // other libraries, measured beside the schemes that they rival
}

// Survey is all that a report shows but what [Survey.Page] calculates: what is known when it
// is planned, and what is measured by [Survey.Measure].
type Survey struct {
	Settings
	Schemes []*gen.Scheme
	Rows    []compare.Row      // of the schemes, and then of the baselines
	Speed   *throughput.Report // nil where there was nothing to time, or no time left
	Index   *index.Report      // nil where there was nothing to insert, or it failed at once
	About   index.About        // the database, where it was opened
	Err     error              // why the index was not measured in full
	Ended   bool               // by the context, before all was measured

	subjects []throughput.Subject
	untimed  []string // what cannot be timed, and why
	indexed  []*gen.Scheme
	keyless  []string // what cannot be inserted, and why
}

// Plan checks what is to be measured. A scheme that generates no ids is refused; one that
// only some measurements cannot take is left out there, with the reason.
func Plan(schemes []*gen.Scheme, o Settings) (*Survey, error) {
	s := &Survey{Settings: o, Schemes: schemes}
	for _, one := range slices.Concat(schemes, compare.Baselines()) {
		r, err := compare.Of(one, o.Load, o.Now)
		if err != nil {
			return nil, err
		}
		s.Rows = append(s.Rows, r)
	}
	for _, one := range schemes {
		if err := o.Index.Check([]*gen.Scheme{one}); err != nil {
			s.keyless = append(s.keyless, oneLine(err))
		} else {
			s.indexed = append(s.indexed, one)
		}
		if sub, err := throughput.Own(one, throughput.DefaultLead, o.Source); err != nil {
			s.untimed = append(s.untimed, oneLine(err))
		} else {
			s.subjects = append(append(s.subjects, sub), throughput.Against(o.Rivals, one.Name)...)
		}
	}
	return s, nil
}

// Reach opens and closes the database, for a user who waits should not hear at the end
// that there is none. Its errors are those of [index.Open].
func (s *Survey) Reach(ctx context.Context) error {
	if len(s.indexed) == 0 {
		return nil
	}
	e, err := index.Open(ctx, s.Drivers, s.DSN)
	if err != nil {
		return err
	}
	return secret.Scrub(e.Close(), secret.Of(s.DSN)...)
}

// Measure does what is planned until ctx ends: first the speed, then the index.
func (s *Survey) Measure(ctx context.Context, progress func(doing string, done, total int)) {
	if len(s.subjects) > 0 && ctx.Err() == nil {
		o := s.Settings.Speed
		o.Hows = []throughput.How{throughput.Next, throughput.NextText, throughput.Fill, throughput.FillText}
		o.Step = func(done, total int) { progress("speed", done, total) }
		s.Speed = throughput.Run(ctx, s.subjects, o)
	}
	if len(s.indexed) > 0 && ctx.Err() == nil {
		o := s.Settings.Index
		o.Progress = func(name string, done, total int) { progress("index "+name, done, total) }
		s.Index, s.About, s.Err = index.Measure(ctx, s.Drivers, s.DSN, s.indexed, o)
	}
	s.Ended = ctx.Err() != nil
}

// Left says what the index run made and could not drop, and how to drop it by hand;
// empty where there is nothing.
func (s *Survey) Left() (remedy string) {
	if errors.Is(s.Err, index.ErrLeft) || errors.Is(s.Err, index.ErrExists) {
		return s.About.Remedy
	}
	return ""
}

// warnings say what is missing of a survey that ended early, or of which a part
// failed; nothing of a complete one.
func (s *Survey) warnings() []string {
	var list []string
	warn := func(format string, values ...any) { list = append(list, fmt.Sprintf(format, values...)) }
	switch {
	case !s.Ended && s.Err != nil:
		warn("The index could not be measured in full: %s.", oneLine(s.Err))
	case !s.Ended:
	case s.Speed == nil && len(s.subjects) > 0:
		warn("Partial: interrupted before speed and index were measured.")
	case s.Speed != nil && s.Speed.Partial:
		warn("Partial: interrupted after %d of %d samples of the speed; the index was not measured.",
			s.Speed.Taken(), s.Speed.Samples)
	case len(s.indexed) == 0:
	case s.Index == nil || len(s.Index.Results) == 0:
		warn("Partial: interrupted before the index was measured.")
	case s.Index.Partial || s.Err != nil:
		complete := slices.DeleteFunc(slices.Clone(s.Index.Results), func(r *index.Result) bool { return r.Partial })
		warn("Partial: interrupted while the index was measured, %d of %d schemes are complete.", len(complete),
			len(s.indexed))
	}
	if s.Speed == nil {
		return list
	}
	for _, m := range s.Speed.Subjects {
		if m.Err != nil {
			warn("%s was given up: %s.", m.Subject.Name, oneLine(m.Err))
		}
		if m.Duplicates > 0 {
			warn("%s generated %d duplicates among %d ids.", m.Subject.Label(), m.Duplicates, m.Checked)
		}
	}
	return list
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// DefaultSchemes are the schemes of a report that names none: those that most
// people choose between, as many as a picture has colours.
func DefaultSchemes() []string {
	return []string{"uuidv4", "uuidv7", "ulid", "ksuid", "snowflake", "sonyflake", "xid", "objectid"}
}
