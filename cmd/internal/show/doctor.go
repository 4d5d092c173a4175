package show

import (
	"cmp"
	"fmt"
	"time"

	"idscope/cmd/internal/ui"
	"idscope/gen/lease"
	"idscope/gen/quantity"
	"idscope/gen/store"
)

// Doctor is what a store guarantees, as JSON shows it.
type Doctor struct {
	Schema int    `json:"schema"`
	Store  string `json:"store"`
	store.Examination
	Clocks bool   `json:"clocks_agree"` // within 10 s; true where the store has no clock
	Advice string `json:"advice,omitempty"`

	Counters []Counter `json:"counters,omitempty"` // those that are there, and those that this host counted with
}

// DoctorOf adds to what was measured what follows from it.
func DoctorOf(url string, e store.Examination, counters []Counter) Doctor {
	d := Doctor{Schema: 1, Store: url, Examination: e, Clocks: !e.Clock || e.Ahead.Abs() <= lease.Skew, Counters: counters}
	switch {
	case d.behind() > 0:
		d.Advice = "the store was restored from an older backup: raise the counters above what every host saw " +
			"(idscope help counters), and run idscope worker fence"
	case !d.Clocks:
		d.Advice = fmt.Sprintf("set the clocks right (NTP): hosts that differ by more than %s are refused",
			quantity.FormatDuration(lease.Skew))
	case e.Class == store.BestEffort:
		d.Advice = "the store may forget what it granted, and two hosts generate the same ids; " +
			"gen wants --accept-best-effort with it"
	case e.Class == store.Conditional:
		d.Advice = "unique as long as the condition holds; after it did not: idscope worker fence"
	}
	return d
}

// Good reports whether nothing is left to mend.
func (d *Doctor) Good() bool { return d.Class == store.Proven && d.Clocks && d.behind() == 0 }

// behind is how many counters would give out what this host saw before.
func (d *Doctor) behind() (n int) {
	for _, c := range d.Counters {
		if c.Behind {
			n++
		}
	}
	return n
}

// DoctorCard says it in words.
func DoctorCard(pen *ui.Pen, d *Doctor) string {
	class := ui.Bold
	if !d.Good() {
		class = ui.Warn
	}
	said := d.Class.String() + ": " + d.Reason
	list := []fact{{"server", cmp.Or(d.Engine, "not known")}, {"guarantee", said}}
	for _, s := range d.Settings {
		text := s.Name + ": " + s.Value
		if s.Want != "" {
			text += "; use " + s.Want
		}
		if s.Why != "" {
			text += "; " + s.Why
		}
		if s.Class < store.Proven {
			text += " (" + s.Class.String() + ")"
		}
		list = append(list, fact{"setting", text})
	}
	list = append(list, fact{"round trip",
		fmt.Sprintf("median %s, p99 %s of %d loads", quantity.FormatSeconds(d.Median.Seconds()),
			quantity.FormatSeconds(d.P99.Seconds()), d.Loads)})
	clock := "the store has none; hosts are compared with each other"
	switch {
	case d.Clock && d.Ahead.Abs() < time.Millisecond:
		clock = "the store's agrees with this host's"
	case d.Clock:
		which := "ahead of"
		if d.Ahead < 0 {
			which = "behind"
		}
		clock = fmt.Sprintf("the store's is %s %s this host's", quantity.FormatSeconds(d.Ahead.Abs().Seconds()), which)
	}
	list = append(list, fact{"clock", clock})
	list = append(list, d.counted()...)
	if d.Advice != "" {
		list = append(list, fact{"so", d.Advice})
	}
	list = append(list, fact{"without time", "conditional at most for layouts without a time, best effort on Redis: a restart " +
		"of the server has to keep what it confirmed; after a restore run idscope worker fence SCHEME --from N"})
	list = append(list, fact{"not seen", "a store restored from a backup, which no host that saw more has met yet: " +
		"run idscope worker fence after each restore, and compare the counters on each host that counts"})
	return facts(pen, []ui.Styled{ui.Bold.Of(d.Store), ui.Plain.Of("  "), class.Of(d.Class.String())}, list).String()
}

// counted says of the counters which are behind; a host that never saw one cannot know.
func (d *Doctor) counted() (list []fact) {
	seen := 0
	for _, c := range d.Counters {
		if c.Seen > 0 {
			seen++
		}
		if c.Behind {
			list = append(list, fact{"counter", fmt.Sprintf("%s %q is %s", c.Kind, c.Key, c.Note)})
		}
	}
	if len(d.Counters) > 0 && len(list) == 0 {
		list = append(list, fact{"counters", fmt.Sprintf("%d, of which this host counted with %d: none is behind what it "+
			"saw; of the others it cannot know", len(d.Counters), seen)})
	}
	return list
}
