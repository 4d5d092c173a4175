package database

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"idscope/gen"
)

// kind is how ids of a scheme are kept apart inside a database.
type kind string

const (
	counted kind = "counted" // by time and sequence, which are one number that only grows
	ordered kind = "ordered" // by random bits; the time grows within a session
	growing kind = "growing" // by random bits, which count up within a tick and a session
	random  kind = "random"  // by random bits alone
)

// plan is what a script is made of.
type plan struct {
	scheme *gen.Scheme
	Options
	kind
	syntax syntax
	text   gen.Text // of wide ids; numbers have none

	size     int // bits of an id
	lsb      []int
	time     int    // bits
	seq      int    // bits
	worker   uint64 // value
	data     map[string]uint64
	epoch    int64  // microseconds since 1970
	tick     int64  // microseconds
	last     uint64 // tick that still has an id
	fraction int    // bits
}

// newPlan says how the ids of a scheme are generated, or why they are not.
func newPlan(s *gen.Scheme, o Options) (*plan, error) {
	o.Table, o.Name = cmp.Or(o.Table, "ids"), cmp.Or(o.Name, strings.ReplaceAll(s.Name, "-", "_")+"_id")
	p := &plan{scheme: s, Options: o, text: s.Text, fraction: s.Fraction, size: s.Layout.Size()}
	at := p.size
	for _, f := range s.Layout {
		at -= f.Bits
		p.lsb = append(p.lsb, at)
	}
	i := slices.IndexFunc(syntaxes, func(s syntax) bool { return s.dialect == o.Dialect })
	if i < 0 {
		return nil, fmt.Errorf("dialect %q is unknown; use postgres, mariadb or sqlite", o.Dialect)
	}
	p.syntax = syntaxes[i]
	if err := p.names(); err != nil {
		return nil, err
	}
	if reason := p.classify(); reason != "" {
		return nil, fmt.Errorf("%s is not generated in a database: %s", s.Name, reason)
	}
	for _, step := range []func() error{p.clock, p.assign, p.hasOriginal} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	p.adapt()
	return p, nil
}

// hasOriginal says why a scheme has no function of its own system. Instagram's is that of
// "Sharding & IDs at Instagram". It takes a sequence modulo 1024 and the time apart from each
// other: the 1025th id of a millisecond is the first one again, and so are ids of a clock that
// moves backwards.
func (p *plan) hasOriginal() error {
	switch {
	case !p.Original:
	case p.scheme.Name != "instagram":
		return fmt.Errorf("%s has no original of its own in SQL; instagram has", p.scheme.Name)
	case p.Dialect != Postgres:
		return errors.New("the original of instagram is for PostgreSQL; use --dialect postgres")
	case p.tick != 1000 || p.epoch%1000 != 0:
		return errors.New("the original of instagram counts milliseconds; use no --tick, and an epoch of whole ones")
	}
	return nil
}

// classify returns why a scheme has no script, empty where it has.
func (p *plan) classify() string {
	s := p.scheme
	l := s.Layout
	p.time, p.seq = l.Width(gen.Time), l.Width(gen.Seq)
	bits := l.Width(gen.Random)
	switch {
	case s.ReadOnly != "":
		return "it is only read: " + s.ReadOnly
	case s.Counter != "":
		return "it is a counter: " + s.Counter
	case len(l) == 0:
		return "it is not a layout of bits"
	case l.Width(gen.Digest) > 0:
		return "it is generated from a name, not from the time"
	case s.Affix != nil:
		return "its text has a prefix or a checksum"
	case s.Digit.Base > 0:
		return "its time is written in two digits"
	case s.WorkerRule != gen.WorkerNumber && l.Width(gen.Worker) > 0:
		return "its worker is not a number that is given, but random or an address"
	case p.size == 128 && p.seq+l.Width(gen.Worker)+l.Width(gen.Data)+l.Width(gen.Rollback) == 0 && bits >= 60:
		return p.wide(bits)
	case p.time == 0:
		return "it has no time"
	case p.size > 64:
		return fmt.Sprintf("its %d bits do not fit a number of 64", p.size)
	case bits > 0:
		return fmt.Sprintf("its %d random bits keep ids apart by chance alone; use a layout without", bits)
	case p.seq == 0:
		return "it has no sequence"
	case s.Fraction > 0:
		return "its time has fractions of a tick beside a sequence"
	}
	p.kind, p.text = counted, gen.Text{Form: gen.Decimal}
	return ""
}

// wide is classify of 128 bits that are time and random.
func (p *plan) wide(bits int) string {
	s := p.scheme
	if s.Text.Form != gen.UUID && s.Text.Form != gen.Crockford {
		return fmt.Sprintf("its text is %s; use a UUID, a ULID or a number", s.Text.Form)
	}
	version := s.Layout[max(slices.Index(p.lsb, 76), 0)]
	switch {
	case p.time == 0 && s.Text.Form == gen.UUID && version.Source == gen.Const && version.Bits == 4 &&
		version.Value == 4:
		p.kind = random
	case p.time == 0:
		return "its bits are for the caller to choose"
	case s.Growth == gen.GrowthOne:
		p.kind = growing
	case s.Growth == gen.GrowthRandom && p.time <= 62:
		p.kind = ordered
	default:
		return "its random bits follow a rule of its own"
	}
	if p.kind != random && bits > 96 {
		return fmt.Sprintf("it has %d random bits; use at most 96 beside the time", bits)
	}
	return ""
}

// assign puts the worker and the data together.
func (p *plan) assign() error {
	l := p.scheme.Layout
	p.data = map[string]uint64{}
	for _, f := range l {
		if f.Source == gen.Data {
			p.data[f.Name] = f.Value
		}
	}
	set := 0
	for _, a := range p.Set {
		i := l.Index(a.Field)
		if i < 0 || l[i].Source != gen.Data && l[i].Source != gen.Worker {
			return fmt.Errorf("%s has no data or worker field %q to set", p.scheme.Name, a.Field)
		}
		f := l[i]
		if a.Value.Len() > f.Bits {
			return gen.OutOfRange(p.scheme.Name, f.Name, a.Value, f.Max())
		}
		if f.Source == gen.Data {
			p.data[f.Name] = a.Value.Lo
			continue
		}
		set += f.Bits
		p.worker |= a.Value.Lo << f.From
	}
	width := l.Width(gen.Worker)
	switch {
	case p.Worker != nil && width == 0:
		return fmt.Errorf("%s has no worker; remove the worker number", p.scheme.Name)
	case p.Worker != nil && set > 0:
		return errors.New("the worker is given as a number and by its fields; use one of the two")
	case p.Worker != nil && gen.FromUint64(*p.Worker).Len() > width:
		return gen.OutOfRange(p.scheme.Name, "worker", gen.FromUint64(*p.Worker), gen.Mask(width))
	case p.Worker != nil:
		p.worker = *p.Worker
	case width > 0 && set < width:
		return fmt.Errorf("%w: %s has a worker of 0 to %d", ErrWorker, p.scheme.Name, gen.Mask(width).Lo)
	}
	return nil
}

// ErrWorker is the reason of an error about a worker number that is missing.
var ErrWorker = errors.New("the worker number is missing; use one that nothing else uses")

// clock checks that the database's clock can count the scheme's ticks.
func (p *plan) clock() error {
	if p.time == 0 {
		return nil
	}
	s := p.scheme
	if s.Tick%time.Microsecond != 0 || s.Epoch.Nanosecond()%1000 != 0 {
		return fmt.Errorf("%s is not generated in a database: clocks there count microseconds; use an epoch and a "+
			"tick of whole ones", s.Name)
	}
	if y := s.Epoch.Year(); y < 1 || y > 9999 {
		return fmt.Errorf("%s is not generated in a database: its epoch is in the year %d; use 1 to 9999", s.Name, y)
	}
	p.epoch, p.tick, p.last = s.Epoch.UnixMicro(), int64(s.Tick/time.Microsecond), s.LastTick()
	if p.kind != counted {
		return nil
	}
	p.last = min(p.last, gen.Mask(62-p.seq).Lo) // tick and sequence are one signed number
	if err := p.sign(); err != nil || p.Now.IsZero() {
		return err
	}
	if tick, ok := s.Timeline().Tick(p.Now); !ok || max(tick, p.After) > p.last {
		return fmt.Errorf("%w: %s has ids from %s", ErrTime, s.Name, p.span())
	}
	return nil
}

// floor is the last number of the tick that ids are above, 0 where there is none.
func (p *plan) floor() uint64 {
	if p.After == 0 {
		return 0
	}
	return p.After<<p.seq | gen.Mask(p.seq).Lo
}

// ErrTime is the reason of an error about a scheme that has no ids at present.
var ErrTime = errors.New("the present is outside of the scheme's time")

// sign looks at the top one of 64 bits, which is the sign of a number.
func (p *plan) sign() error {
	s := p.scheme
	if p.size < 64 {
		return nil
	}
	switch top := s.Layout[0]; {
	case top.Source == gen.Const && top.Value>>(top.Bits-1) == 0:
	case p.Dialect == MariaDB: // which has unsigned ones
	case top.Source == gen.Time:
		p.last = min(p.last, 1<<(top.From+top.Bits-1)-1)
	default:
		return fmt.Errorf("%s is not generated in %s: the top one of its 64 bits is in use, and numbers there are "+
			"signed; use --dialect mariadb, or 63 bits", s.Name, p.Dialect)
	}
	return nil
}

// unsigned reports whether an id needs all 64 bits of a number.
func (p *plan) unsigned() bool {
	top := p.scheme.Layout[0]
	return p.size == 64 && p.kind == counted && !(top.Source == gen.Const && top.Value>>(top.Bits-1) == 0)
}

// patience is how many ticks the sequence may run ahead of the clock by load alone,
// one second at least: what is more was a clock rollback.
func (p *plan) patience() int64 { return max(int64(p.scheme.Lead()/time.Microsecond)/p.tick, 2) }

// lead is how many ticks ids may be ahead of the clock.
func (p *plan) lead() int64 {
	if p.scheme.Overflow == gen.OverflowBorrow {
		return p.patience()
	}
	return 0
}

// continues reports whether ids go on where the clock moved backwards by more than
// patience.
func (p *plan) continues() bool {
	return p.scheme.Backward == gen.BackwardContinue || p.scheme.Backward == gen.BackwardBits
}
