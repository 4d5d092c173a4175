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
)

// form is what a record has to know of its scheme. Two schemes with the same
// bits, epoch and tick have the same hash and share their records.
type form struct {
	scheme   string
	layout   string // empty where it can be had from fields
	fields   gen.Layout
	hash     [16]byte
	key      string // first 16 hex digits of the hash
	epoch    time.Time
	tick     time.Duration
	fraction int
	lead     time.Duration // longest, by default
	time     int           // bits of the sources
	rollback int
	workers  int
	seq      int  // of the sequence; not known of a form that was read
	node     bool // the worker is drawn at random by each folder
}

// keySize is the length of a key.
const keySize = 16

// formOf derives the form of a scheme.
func formOf(s *gen.Scheme) form {
	f := form{
		scheme: s.Name, fields: s.Layout, epoch: s.Epoch, tick: s.Tick, fraction: s.Fraction, lead: s.Lead(),
		time: s.Layout.Width(gen.Time), rollback: s.Layout.Width(gen.Rollback), workers: s.WorkerBits(),
		seq: s.Layout.Width(gen.Seq), node: s.WorkerRule == gen.WorkerNode,
	}
	h := fnv.New128a()
	h.Write([]byte(s.Layout.Plain()))
	var b []byte
	for _, v := range []int64{s.Epoch.Unix(), int64(s.Epoch.Nanosecond()), int64(s.Tick), int64(s.Fraction)} {
		b = binary.BigEndian.AppendUint64(b, uint64(v))
	}
	h.Write(b)
	h.Sum(f.hash[:0])
	f.key = hex.EncodeToString(f.hash[:8])
	return f
}

// drawing is the text of the layout.
func (f *form) drawing() string {
	if f.layout != "" {
		return f.layout
	}
	return f.fields.String()
}

func (f *form) line() gen.Timeline { return gen.NewTimeline(f.epoch, max(f.tick, 1), f.fraction) }

// last is the last tick of the layout.
func (f *form) last() uint64 { return gen.Mask(f.time).Lo }

// text is the content of the layout file.
func (f *form) text() string {
	var b strings.Builder
	put := func(name string, value any) { fmt.Fprintf(&b, "%-9s %v\n", name, value) }
	put("scheme", f.scheme)
	put("layout", f.drawing())
	put("epoch", f.epoch.UTC().Format(time.RFC3339Nano))
	put("tick", f.tick)
	put("fraction", f.fraction)
	put("lead", f.lead)
	put("time", f.time)
	put("rollback", f.rollback)
	put("worker", f.workers)
	put("hash", hex.EncodeToString(f.hash[:]))
	return b.String()
}

// readForm reads the layout file of a folder of records.
func readForm(dir string) (form, error) {
	path := filepath.Join(dir, "layout")
	text, err := readSmall(path, 4096)
	if err != nil {
		return form{}, err
	}
	value := make(map[string]string)
	for _, line := range strings.Split(string(text), "\n") {
		name, v, _ := strings.Cut(line, " ")
		value[name] = strings.TrimSpace(v)
	}
	f := form{scheme: value["scheme"], layout: value["layout"], key: filepath.Base(dir)}
	var errs [7]error
	f.epoch, errs[0] = time.Parse(time.RFC3339Nano, value["epoch"])
	f.tick, errs[1] = time.ParseDuration(value["tick"])
	f.lead, errs[2] = time.ParseDuration(value["lead"])
	for i, n := range []*int{&f.fraction, &f.time, &f.rollback, &f.workers} {
		*n, errs[3+i] = strconv.Atoi(value[[]string{"fraction", "time", "rollback", "worker"}[i]])
	}
	hash, err := hex.DecodeString(value["hash"])
	for _, e := range errs {
		if e != nil {
			err = e
		}
	}
	if err != nil || copy(f.hash[:], hash) != 16 || hex.EncodeToString(f.hash[:8]) != f.key || f.scheme == "" {
		return form{}, &StateError{Reason: ErrDamaged, Path: path, Text: fmt.Sprintf("%s is damaged", show(path)),
			hint: "repair the scheme by its name; that writes the file anew"}
	}
	return f, nil
}

// sortForms sorts by the names of the schemes.
func sortForms(list []form) {
	slices.SortFunc(list, func(a, b form) int {
		return cmp.Or(cmp.Compare(a.scheme, b.scheme), cmp.Compare(a.key, b.key))
	})
}
