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
	Is             [conditions]bool // what has to hold
	MaxBits        int              // 0 is no limit; ids that are texts have no bits and exceed any
	MaxLength      int              // of the text; 0 is no limit
	Until          *time.Time       // it has to last until then
	Unguessable    float64          // bits that stay open, at least, where no other id has the tick; 0 asks for none
	NotReveal      []string         // of Reveals
	MaxProbability float64          // of a collision under the load; 0 is no limit
	Load           bool             // the load has to be carried
}

// conditions is how many [Row.conditions] there are; the first, switched of them, have a flag each.
const (
	conditions = 10
	switched   = 6
)

// UsualProbability are the most that a collision may be likely under a load that is given.
const UsualProbability = 1e-6

// conditions are the facts of a row that a need may ask for by name, of ids made up to a time.
func (r *Row) conditions(by time.Time) [conditions]fact {
	cases := " of both cases"
	if r.AnyCase {
		cases = ""
	}
	return [...]fact{
		{"sortable", "ordered by time, at least from tick to tick", r.sorts, "not ordered by time"},
		{"text sortable", "the texts too, byte by byte", r.sorts && r.TextOrder, "texts not in order of time"},
		{"no coordination", "nodes know nothing of each other", r.Coordination == None,
			"coordination: " + string(r.Coordination)},
		{"no server", "no server is asked for ids", r.Coordination != Server, "needs a server"},
		{"js safe", "below 2^53, exact in JavaScript, as long as ids are generated", r.JSSafe.At(by),
			"above 2^53" + r.JSSafe.from()},
		{"bigint", "below 2^63, a signed bigint of SQL, as long as ids are generated", r.Bigint.At(by),
			"above 2^63" + r.Bigint.from()},
		{"url safe", "no link escapes the text", r.URLSafe, "links escape its symbols"},
		{"file safe", "a name of a file on every system", r.FileSafe, "no name of a file everywhere"},
		{"any case", "no two texts differ in letter case alone", r.AnyCase, "letter case matters"},
		{"aloud", "short, and no two symbols look alike", r.Aloud,
			fmt.Sprintf("not to be read aloud: %d characters%s", r.Length, cases)},
	}
}

// asked are the conditions where only their words matter.
func asked() []fact {
	list := (&Row{}).conditions(time.Time{})
	return list[:]
}

// Switches are the needs that hold or not and have a flag of their own: its name, its help,
// and the member of a need that it sets.
func Switches(n *Need) func(func(gen.Choice, *bool) bool) {
	return func(yield func(gen.Choice, *bool) bool) {
		for i, c := range asked()[:switched] {
			if !yield(gen.Choice{Name: strings.ReplaceAll(c.name, " ", "-"), Help: c.help}, &n.Is[i]) {
				return
			}
		}
	}
}

// NeedWords lists what [Need.Add] understands, with help.
func NeedWords() []gen.Choice {
	return slices.Concat(
		[]gen.Choice{{Name: "64 bit", Help: "at most so many bits"},
			{Name: "26 chars", Help: "a text of at most so many characters"}},
		choices("", "", asked()),
		[]gen.Choice{{Name: "until 2060", Help: "lasts until then"},
			{Name: "probability 1e-9", Help: "a collision is at most so likely"}},
		choices("no ", "does not reveal ", revelations(&gen.Scheme{})))
}

// Add reads a comma-separated list of needs, in any letter case, with blanks or dashes:
// "64 bit, sortable, no coordination". Each may be given once in it; all that was needed
// before has to be met too. Times are read by when. After an error the need is of no use.
func (n *Need) Add(text string, when func(string) (time.Time, error)) error {
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, ",") {
		kind, err := n.parse(strings.TrimSpace(part), when)
		if err != nil {
			return err
		}
		if seen[kind] {
			return fmt.Errorf("%q asks for %s twice; name each once", text, kind)
		}
		seen[kind] = true
	}
	return nil
}

// parse reads one need and names its kind.
func (n *Need) parse(part string, when func(string) (time.Time, error)) (kind string, err error) {
	plain := strings.ToLower(part)
	words := strings.Join(strings.Fields(strings.ReplaceAll(plain, "-", " ")), " ")
	if strings.HasPrefix(plain, "-") || strings.HasSuffix(plain, "-") {
		words = ""
	}
	if i := position(asked(), words); i >= 0 {
		n.Is[i] = true
		return words, nil
	}
	first, rest, _ := strings.Cut(words, " ")
	_, value, _ := strings.Cut(plain, " ")
	value = strings.TrimSpace(value)
	limit, _ := strconv.Atoi(first)
	switch {
	case first == "no" && position(revelations(&gen.Scheme{}), rest) >= 0:
		if !slices.Contains(n.NotReveal, rest) {
			n.NotReveal = append(n.NotReveal, rest)
		}
		return words, nil
	case strings.HasPrefix(plain, "until "):
		t, err := when(value)
		if n.Until == nil || t.After(*n.Until) {
			n.Until = &t
		}
		return "an end", err
	case strings.HasPrefix(plain, "probability "):
		p, err := ParseProbability(value)
		n.MaxProbability = least(n.MaxProbability, p)
		return "a probability", err
	case limit > 0 && (rest == "bit" || rest == "bits"):
		n.MaxBits = least(n.MaxBits, limit)
		return "a number of bits", nil
	case limit > 0 && (rest == "char" || rest == "chars" || rest == "characters"):
		n.MaxLength = least(n.MaxLength, limit)
		return "a length", nil
	}
	var all []string
	for _, w := range NeedWords() {
		all = append(all, w.Name)
	}
	return "", fmt.Errorf("%q is not a need; use some of: %s", part, strings.Join(all, ", "))
}

// holding are the conditions of those words, each of which there is.
func holding(words ...string) (is [conditions]bool) {
	for _, word := range words {
		is[position(asked(), word)] = true
	}
	return is
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
	reject := func(unmet bool, reason string, values ...any) {
		if unmet {
			no = append(no, fmt.Sprintf(reason, values...))
		}
	}
	reject(n.MaxBits > 0 && r.Bits > n.MaxBits, "%d bits", r.Bits)
	reject(n.MaxBits > 0 && r.Bits == 0, "text, no bits")
	reject(n.MaxLength > 0 && r.Length > n.MaxLength, "%d characters", r.Length)
	for i, c := range r.conditions(by) {
		reject(n.Is[i] && !c.holds, "%s", c.not)
	}
	reject(r.UnguessableMost < n.Unguessable, "%.3g unguessable bits", r.UnguessableMost)
	if n.Until != nil && r.Ends != nil {
		reject(r.Ends.Before(by), "ends %s", r.Ends.Format(time.DateOnly))
	}
	for _, l := range n.NotReveal {
		reject(slices.Contains(r.Reveals, l), "reveals %s", l)
	}
	if r.Chance != nil {
		reject(n.MaxProbability > 0 && r.Chance.Probability > n.MaxProbability, "probability of a collision %s",
			quantity.FormatProbability(r.Chance.Probability))
	}
	if n.Load || n.MaxProbability > 0 {
		no = append(no, r.Problems...)
	}
	return no
}

// from says from when on ids do not fit, where they do before.
func (f Fit) from() string {
	if f.Until == nil {
		return ""
	}
	return " from " + f.Until.Format(time.DateOnly)
}
