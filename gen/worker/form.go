package worker

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// form is what a record has to know of its scheme. Two schemes with the same
// bits, epoch and tick have the same hash and share their records; so do calls
// with the same values of the data fields.
type form struct {
	scheme   string
	values   string // of the data fields that are not 0: "shard=7 user=3"
	layout   string // empty where it can be had from fields
	fields   gen.Layout
	base     token // hash without values
	hash     token
	key      string // first 16 hex digits of the hash
	epoch    time.Time
	tick     time.Duration
	fraction int
	lead     time.Duration // longest, by default
	line     gen.Timeline
	time     int // bits of the sources
	rollback int
	workers  int
	seq      int  // of the sequence; not known of a form that was read
	node     bool // the worker is drawn at random by each folder
}

// keySize is the length of a key.
const keySize = 16

// formOf derives the form of a scheme whose fields have these values. Values of
// data fields keep identifiers apart, so each combination has its records; all
// fields at 0 are the scheme's own. A random field that gets a value is data, but
// where the scheme has a record without it: see [gen.Scheme.Shared].
func formOf(s *gen.Scheme, set ...gen.Assignment) form {
	s = s.Fix(set...)
	layout := s.Shared()
	f := form{
		scheme: s.Name, fields: layout, epoch: s.Epoch, tick: s.Tick, fraction: s.Fraction, lead: s.Lead(),
		line: gen.NewTimeline(s.Epoch, max(s.Tick, 1), s.Fraction), time: s.Layout.Width(gen.Time),
		rollback: s.Layout.Width(gen.Rollback), workers: s.WorkerBits(),
		seq: s.Layout.Width(gen.Seq), node: s.WorkerRule == gen.WorkerNode,
	}
	h := fnv.New128a()
	h.Write([]byte(layout.Plain()))
	var b []byte
	for _, v := range []int64{s.Epoch.Unix(), int64(s.Epoch.Nanosecond()), int64(s.Tick), int64(s.Fraction)} {
		b = binary.BigEndian.AppendUint64(b, uint64(v))
	}
	h.Write(b)
	h.Sum(f.base[:0])
	f.hash = f.base
	if layout.Width(gen.Data) > 0 {
		var all []byte
		if f.values, all = valuesOf(layout, set); f.values != "" {
			h.Write(all)
			h.Sum(f.hash[:0])
		}
	}
	f.key = hex.EncodeToString(f.hash[:8])
	return f
}

// valuesOf returns the data fields that are not 0, for people, and the values of
// all, in the order of the layout.
func valuesOf(l gen.Layout, set []gen.Assignment) (named string, all []byte) {
	decimal := gen.Text{Form: gen.Decimal}
	for _, f := range l {
		if f.Source != gen.Data {
			continue
		}
		value := gen.ID{Lo: f.Value}
		for _, a := range set {
			if a.Field == f.Name {
				value = a.Value
			}
		}
		from := len(all)
		all = append(decimal.Append(all, value, gen.MaxBits), ' ')
		if (value != gen.ID{}) {
			named += " " + f.Name + "=" + string(all[from:len(all)-1])
		}
	}
	return strings.TrimPrefix(named, " "), all
}

// drawing is the text of the layout.
func (f *form) drawing() string {
	if f.layout != "" {
		return f.layout
	}
	return f.fields.String()
}

// last is the last tick of the layout.
func (f *form) last() uint64 { return gen.Mask(f.time).Lo }

// text is the content of the layout file.
func (f *form) text() string {
	var b strings.Builder
	put := func(name string, value any) { fmt.Fprintf(&b, "%-9s %v\n", name, value) }
	put("scheme", f.scheme)
	put("layout", f.drawing())
	epoch := f.epoch.UTC().Format(time.RFC3339Nano)
	if year := f.epoch.UTC().Year(); year < 0 || year > 9999 { // which RFC 3339 does not know
		epoch = fmt.Sprintf(unixEpoch, f.epoch.Unix(), f.epoch.Nanosecond())
	}
	put("epoch", epoch)
	put("tick", f.tick)
	put("fraction", f.fraction)
	put("lead", f.lead)
	put("time", f.time)
	put("rollback", f.rollback)
	put("worker", f.workers)
	put("hash", hex.EncodeToString(f.hash[:]))
	if f.values != "" {
		put("base", hex.EncodeToString(f.base[:]))
		put("values", f.values)
	}
	return b.String()
}

// unixEpoch is an epoch in seconds and nanoseconds.
const unixEpoch = "@%d %d"

// readForm reads the layout file of a folder of records.
func readForm(d guard.Disk, dir string) (form, error) {
	path := filepath.Join(dir, "layout")
	text, err := d.ReadSmall(path, 1<<16)
	if err != nil {
		return form{}, err
	}
	value := make(map[string]string)
	for _, line := range strings.Split(string(text), "\n") {
		name, v, _ := strings.Cut(line, " ")
		value[name] = strings.TrimSpace(v)
	}
	f := form{scheme: value["scheme"], layout: value["layout"], values: value["values"], key: filepath.Base(dir)}
	var errs [9]error
	f.epoch, errs[0] = time.Parse(time.RFC3339Nano, value["epoch"])
	var seconds, nanoseconds int64
	if n, _ := fmt.Sscanf(value["epoch"], unixEpoch, &seconds, &nanoseconds); n == 2 {
		f.epoch, errs[0] = time.Unix(seconds, nanoseconds), nil
	}
	f.tick, errs[1] = time.ParseDuration(value["tick"])
	f.lead, errs[2] = time.ParseDuration(value["lead"])
	for i, n := range []*int{&f.fraction, &f.time, &f.rollback, &f.workers} {
		*n, errs[3+i] = strconv.Atoi(value[[]string{"fraction", "time", "rollback", "worker"}[i]])
	}
	f.hash, errs[7] = readHash(value["hash"])
	if f.base = f.hash; f.values != "" {
		f.base, errs[8] = readHash(value["base"])
	}
	if cmp.Or(errs[:]...) != nil || hex.EncodeToString(f.hash[:8]) != f.key || f.scheme == "" {
		return form{}, refuse(ErrDamaged,
			"repair the scheme by its name, with --set where ids had values of fields; that writes the file again",
			"%s is damaged", show(path))
	}
	f.line = gen.NewTimeline(f.epoch, max(f.tick, 1), f.fraction)
	return f, nil
}

func readHash(text string) (h token, err error) {
	b, err := hex.DecodeString(text)
	if copy(h[:], b) != len(h) {
		err = ErrDamaged
	}
	return h, err
}

// sortForms sorts by the names of the schemes.
func sortForms(list []form) {
	slices.SortFunc(list, func(a, b form) int {
		return cmp.Or(cmp.Compare(a.scheme, b.scheme), cmp.Compare(a.values, b.values), cmp.Compare(a.key, b.key))
	})
}
