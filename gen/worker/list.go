package worker

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/internal/guard"
	"idscope/gen/quantity"
)

// Info is what is known of a record.
type Info struct {
	Schema   int              `json:"schema"` // 1
	Scheme   string           `json:"scheme"` // that made the folder; others with the same bits share it
	Values   Values           `json:"values,omitempty"`
	Worker   uint64           `json:"worker,string"`
	State    string           `json:"state"`         // "ok", or what is wrong
	Used     bool             `json:"used"`          // something was made with it
	LastTime quantity.Instant `json:"last,omitzero"` // of the last identifier; zero where the layout has no time
	Lead     time.Duration    `json:"lead_ns"`       // longest that was ever permitted
	PID      int              `json:"pid,omitempty"` // of the last writer
	Updated  quantity.Instant `json:"updated,omitzero"`
	Owner    string           `json:"owner,omitempty"`  // who claimed the number, and
	Folder   string           `json:"folder,omitempty"` // for which state folder; empty for no claim
	Path     string           `json:"path"`
	Layout   string           `json:"layout"`
	Epoch    quantity.Instant `json:"epoch,omitzero"` // of a layout with time, and
	Tick     time.Duration    `json:"tick_ns,omitempty"`
	Key      string           `json:"key"` // of the layout
}

// Values are those of the data fields that are not 0: "shard=7 user=3", an object in JSON.
type Values string

// MarshalJSON implements [json.Marshaler].
func (v Values) MarshalJSON() ([]byte, error) {
	m := map[string]string{}
	for word := range strings.FieldsSeq(string(v)) {
		name, value, _ := strings.Cut(word, "=")
		m[name] = value
	}
	return json.Marshal(m)
}

// List tells of all records of a scheme, with values only of those; without a scheme of all
// layouts, in order. It takes no locks and changes nothing. A folder of records that is
// damaged is told as an error at the end; what could be read is returned with it.
func (f Folder) List(s *gen.Scheme, set ...gen.Assignment) (list []Info, err error) {
	if f, err = f.prepare(); err != nil {
		return nil, err
	}
	forms, first := f.formsOf(s, set)
	for _, form := range forms {
		numbers, err := f.numbers(form.key)
		first = cmp.Or(first, err)
		for _, n := range numbers {
			list = append(list, f.record(form, n, 0).inspect())
		}
	}
	return list, first
}

// Show tells of one record, like List.
func (f Folder) Show(s *gen.Scheme, worker uint64, set ...gen.Assignment) (Info, error) {
	f, err := f.prepare()
	if err != nil {
		return Info{}, err
	}
	r := f.record(formOf(s, set...), worker, 0)
	if _, err := f.disk.Lstat(r.path + ".rec"); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return Info{}, r.missing()
		}
		return Info{}, r.explain(err)
	}
	return r.inspect(), nil
}

// forms reads the layouts of all folders of records, or of that of a key, in the order of their schemes.
func (f *Folder) forms(key string) (list []form, first error) {
	entries, err := f.disk.ReadDir(f.State)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, f.explain(err, f.State)
	}
	for _, entry := range entries {
		if !entry.IsDir() || len(entry.Name()) != keySize || key != "" && entry.Name() != key {
			continue
		}
		path := filepath.Join(f.State, entry.Name())
		form, err := readForm(f.disk, path)
		if err == nil {
			list = append(list, form)
		}
		first = cmp.Or(first, f.explain(err, path))
	}
	sortForms(list)
	return list, first
}

// formsOf is the layout of a scheme with these values, or without any the layouts
// with whatever values there are, too; without a scheme it is all.
func (f *Folder) formsOf(s *gen.Scheme, set []gen.Assignment) ([]form, error) {
	if s == nil {
		return f.forms("")
	}
	own := formOf(s, set...)
	if len(set) > 0 {
		return []form{own}, nil
	}
	list := []form{own}
	all, err := f.forms("")
	for _, other := range all {
		if other.base == own.base && other.key != own.key {
			other.fields, other.layout = own.fields, ""
			list = append(list, other)
		}
	}
	return list, err
}

// inspect reads record and claim as they are at this instant: a writer may be half done, then
// both are read again.
func (r *Record) inspect() Info {
	i := Info{Schema: 1, Scheme: r.form.scheme, Key: r.form.key, Layout: r.form.drawing(),
		Values: Values(r.form.values), Worker: r.worker, Path: r.path + ".rec", State: "ok"}
	if r.form.time > 0 {
		i.Epoch, i.Tick = quantity.Instant{Time: r.form.epoch}, r.form.tick
	}
	s := &session{r: r}
	var err error
	fresh := false
	for tries := 3; tries > 0 && (!fresh || errors.Is(s.wrong, ErrDamaged)); tries-- {
		err = s.open()
		state := s.state()
		fresh = state == guard.Intact || state == guard.Interrupted
		s.claim.Close()
		s.record.Close()
	}
	e, c := &s.entry, &s.claim
	if err = cmp.Or(err, s.wrong); err != nil {
		i.State = state(err)
	} else if r.distant(e) != nil {
		i.State = state(ErrDistant)
	}
	if i.Used = e.Mark.Used; i.Used && r.form.time > 0 {
		i.LastTime.Time = r.form.line.Time(e.Mark.Tick)
	}
	if e.Hash == r.form.hash {
		i.Lead, i.PID, i.Updated.Time = e.Lead, int(e.PID), e.wall().UTC()
	}
	if c.valid {
		i.Owner, i.Folder = c.name, c.folder
	}
	switch {
	case i.State != "ok":
	case c.wrong != nil:
		i.State = "claim unreadable"
	case c.valid && !fresh && s.rel == relOther:
		i.State = "claimed by " + c.name
	case c.valid && !fresh:
		i.State = "replaced"
	}
	return i
}

// state is a word for what is wrong with a record.
func state(err error) string {
	for _, c := range [...]struct {
		reason error
		word   string
	}{
		{ErrEarlier, "earlier build"}, {ErrForeignLayout, "foreign layout"}, {ErrForeignMachine, "foreign machine"},
		{ErrJumpedForward, "clock jumped"}, {ErrDistant, "long lead"}, {ErrObstructed, "not a file"},
		{ErrDamaged, "damaged"},
	} {
		if errors.Is(err, c.reason) {
			return c.word
		}
	}
	return "unreadable"
}
