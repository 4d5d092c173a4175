package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"idscope/gen"
	"idscope/gen/quantity"
)

// Need is what a scheme has to meet; the zero value is met by all.
type Need struct {
	MaxBits        int        // 0 is no limit; ids that are texts have no bits and exceed any
	MaxLength      int        // of the text; 0 is no limit
	Sortable       bool       // by time, at least from tick to tick
	TextSortable   bool       // the texts too, byte by byte
	Alone          bool       // no coordination of any kind
	NoServer       bool       // none by a server
	JSSafe         bool       // exact in a JavaScript number
	Bigint         bool       // fits a 64-bit integer with sign
	Until          *time.Time // it has to last until then
	URLSafe        bool       // no link escapes the text
	FileSafe       bool       // a name of a file on every system
	AnyCase        bool       // no two texts differ in letter case alone
	Aloud          bool       // short, and no two symbols look alike
	Unguessable    float64    // bits that stay open, at least, where no other id has the tick; 0 asks for none
	NotReveal      []string   // of Reveals
	MaxProbability float64    // of a collision under the load; 0 is no limit
	Load           bool       // the load has to be carried
}

// UsualProbability are the most that a collision may be likely under a load that is given.
const UsualProbability = 1e-6

// condition is a need that is met or not: how it is asked for, and why a row does not meet it;
// nothing where it does. Times are when ids are still generated.
type condition struct {
	word string // as ParseNeed reads it
	flag string // of the command, empty for none
	help string
	of   func(*Need) *bool
	not  func(r *Row, by time.Time) string
}

// unless returns a reason where a need is not met.
func unless(met bool, format string, values ...any) string {
	if met {
		return ""
	}
	return fmt.Sprintf(format, values...)
}

var conditions = [...]condition{
	{"sortable", "sortable", "ordered by time, at least from tick to tick", func(n *Need) *bool { return &n.Sortable },
		func(r *Row, _ time.Time) string { return unless(r.sorted(), "not ordered by time") }},
	{"text sortable", "text-sortable", "the texts too, byte by byte", func(n *Need) *bool { return &n.TextSortable },
		func(r *Row, _ time.Time) string { return unless(r.TextOrder, "texts not in order of time") }},
	{"no coordination", "no-coordination", "nodes know nothing of each other", func(n *Need) *bool { return &n.Alone },
		func(r *Row, _ time.Time) string {
			return unless(r.Coordination == None, "coordination: %s", r.Coordination)
		}},
	{"no server", "no-server", "no server is asked for ids", func(n *Need) *bool { return &n.NoServer },
		func(r *Row, _ time.Time) string { return unless(r.Coordination != Server, "needs a server") }},
	{"js safe", "js-safe", "below 2^53, exact in JavaScript, as long as ids are generated",
		func(n *Need) *bool { return &n.JSSafe },
		func(r *Row, by time.Time) string { return unless(r.JSSafe.At(by), "above 2^53%s", from(r.JSSafe)) }},
	{"bigint", "bigint", "below 2^63, a signed bigint of SQL, as long as ids are generated",
		func(n *Need) *bool { return &n.Bigint },
		func(r *Row, by time.Time) string { return unless(r.Bigint.At(by), "above 2^63%s", from(r.Bigint)) }},
	{"url safe", "", "no link escapes the text", func(n *Need) *bool { return &n.URLSafe },
		func(r *Row, _ time.Time) string { return unless(r.URLSafe, "links escape its symbols") }},
	{"file safe", "", "a name of a file on every system", func(n *Need) *bool { return &n.FileSafe },
		func(r *Row, _ time.Time) string { return unless(r.FileSafe, "no name of a file everywhere") }},
	{"any case", "", "no two texts differ in letter case alone", func(n *Need) *bool { return &n.AnyCase },
		func(r *Row, _ time.Time) string { return unless(r.AnyCase, "letter case matters") }},
	{"aloud", "", "short, and no two symbols look alike", func(n *Need) *bool { return &n.Aloud },
		func(r *Row, _ time.Time) string {
			return unless(r.Aloud, "not to be read aloud: %d characters%s", r.Length, caseText(r))
		}},
}

// Switches are the needs that are met or not and have a flag of their own: its name, its help,
// and the member of a need that it sets.
func Switches(n *Need) func(func(gen.Choice, *bool) bool) {
	return func(yield func(gen.Choice, *bool) bool) {
		for _, c := range conditions {
			if c.flag != "" && !yield(gen.Choice{Name: c.flag, Help: c.help}, c.of(n)) {
				return
			}
		}
	}
}

// NeedWords lists what ParseNeed understands, with help.
func NeedWords() []gen.Choice {
	list := []gen.Choice{{Name: "64 bit", Help: "at most so many bits"},
		{Name: "26 chars", Help: "a text of at most so many characters"}}
	for _, w := range conditions {
		list = append(list, gen.Choice{Name: w.word, Help: w.help})
	}
	list = append(list, gen.Choice{Name: "until 2060", Help: "lasts until then"},
		gen.Choice{Name: "probability 1e-9", Help: "a collision is at most so likely"})
	for _, l := range Reveals() {
		list = append(list, gen.Choice{Name: "no " + l.Name, Help: "does not reveal " + l.Help})
	}
	return list
}

// ParseNeed reads a comma-separated list of needs, in any letter case, with
// blanks or dashes: "64 bit, sortable, no coordination". Each may stand once.
// Times are read by when.
func ParseNeed(text string, when func(string) (time.Time, error)) (Need, error) {
	var n Need
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		kind, err := n.parse(strings.TrimSpace(part), when)
		if err != nil {
			return Need{}, err
		}
		if seen[kind] {
			return Need{}, fmt.Errorf("%q asks for %s twice; name each once", text, kind)
		}
		seen[kind] = true
	}
	return n, nil
}

// parse reads one need and names its kind.
func (n *Need) parse(part string, when func(string) (time.Time, error)) (kind string, err error) {
	plain := strings.ToLower(part)
	words := strings.Join(strings.Fields(strings.ReplaceAll(plain, "-", " ")), " ")
	if strings.HasPrefix(plain, "-") || strings.HasSuffix(plain, "-") {
		words = ""
	}
	for _, w := range conditions {
		if words == w.word {
			*w.of(n) = true
			return w.word, nil
		}
	}
	if fact, ok := strings.CutPrefix(words, "no "); ok && isRevealed(fact) {
		n.NotReveal = append(n.NotReveal, fact)
		return words, nil
	}
	if time_, ok := strings.CutPrefix(plain, "until "); ok {
		t, err := when(strings.TrimSpace(time_))
		n.Until = &t
		return "an end", err
	}
	if most, ok := strings.CutPrefix(plain, "probability "); ok {
		n.MaxProbability, err = ParseProbability(strings.TrimSpace(most))
		return "a probability", err
	}
	if number, unit, ok := strings.Cut(words, " "); ok {
		v, err := strconv.Atoi(number)
		switch {
		case err != nil || v < 1:
		case unit == "bit" || unit == "bits":
			n.MaxBits = v
			return "a number of bits", nil
		case unit == "char" || unit == "chars" || unit == "characters":
			n.MaxLength = v
			return "a length", nil
		}
	}
	var all []string
	for _, w := range NeedWords() {
		all = append(all, w.Name)
	}
	return "", fmt.Errorf("%q is not a need; use some of: %s", part, strings.Join(all, ", "))
}

func isRevealed(name string) bool {
	return slices.ContainsFunc(Reveals(), func(c gen.Choice) bool { return c.Name == name })
}

// And adds the needs of another: both have to be met.
func (n *Need) And(o Need) {
	n.MaxBits, n.MaxLength = least(n.MaxBits, o.MaxBits), least(n.MaxLength, o.MaxLength)
	n.MaxProbability, n.Unguessable = least(n.MaxProbability, o.MaxProbability), max(n.Unguessable, o.Unguessable)
	for _, w := range conditions {
		*w.of(n) = *w.of(n) || *w.of(&o)
	}
	if n.Until == nil || o.Until != nil && o.Until.After(*n.Until) {
		n.Until = o.Until
	}
	n.NotReveal = append(n.NotReveal, o.NotReveal...)
	slices.Sort(n.NotReveal)
	n.NotReveal = slices.Compact(n.NotReveal)
	n.Load = n.Load || o.Load
}

// least of two limits, of which 0 is none.
func least[T int | float64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// ParseProbability reads the most that a collision may be likely.
func ParseProbability(text string) (float64, error) {
	p, err := quantity.ParseProbability(text)
	if err != nil {
		return 0, err
	}
	v, _ := p.Float64()
	if v <= 0 || v >= 1 {
		return 0, fmt.Errorf("%s is out of range: use 1e-300 to 0.999", text)
	}
	return v, nil
}

// Reject says which needs a row does not meet, in words; nothing where it meets
// all. By is when ids are still made, where the need names no time.
func (n *Need) Reject(r *Row, by time.Time) (no []string) {
	if n.Until != nil {
		by = *n.Until
	}
	add := func(reason string) {
		if reason != "" {
			no = append(no, reason)
		}
	}
	if n.MaxBits > 0 {
		add(unless(r.Bits <= n.MaxBits, "%d bits", r.Bits))
		add(unless(r.Bits > 0, "text, no bits"))
	}
	add(unless(n.MaxLength == 0 || r.Length <= n.MaxLength, "%d characters", r.Length))
	for _, c := range conditions {
		if *c.of(n) {
			add(c.not(r, by))
		}
	}
	add(unless(r.UnguessableMost >= n.Unguessable, "%.3g unguessable bits", r.UnguessableMost))
	if n.Until != nil && r.Ends != nil {
		add(unless(!r.Ends.Before(by), "ends %s", r.Ends.Format("2006-01-02")))
	}
	for _, l := range n.NotReveal {
		add(unless(!slices.Contains(r.Reveals, l), "reveals %s", l))
	}
	if n.MaxProbability > 0 && r.Chance != nil {
		add(unless(r.Chance.Probability <= n.MaxProbability, "probability of a collision %s",
			quantity.FormatProbability(r.Chance.Probability)))
	}
	if n.Load || n.MaxProbability > 0 {
		no = append(no, r.Problems...)
	}
	return no
}

// sorted reports whether ids follow time; those of one counter do without one.
func (r *Row) sorted() bool {
	return r.Order == gen.FullOrder.String() || r.Order == gen.TickOrder.String()
}

func caseText(r *Row) string {
	if r.AnyCase {
		return ""
	}
	return " of both cases"
}

func from(f Fit) string {
	if f.Until == nil {
		return ""
	}
	return " from " + f.Until.Format("2006-01-02")
}
