package compare

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"idscope/bench/birthday"
	"idscope/gen"
	"idscope/gen/quantity"
)

// Question is what advice is asked for.
type Question struct {
	Selection      // of Also
	Use            *Use
	DB             string   // of Stores
	Also           []string // candidates asked for by name, besides those of the use
	MaxProbability float64  // of a collision under the load, above 0
}

// Advice is the answer with what was asked: the picks, best first, what is said of each candidate
// that was asked for by name, those that would do first, and why well-known others are no picks.
type Advice struct {
	Schema         int      `json:"schema"`
	Use            string   `json:"use"`
	DB             string   `json:"db"`
	Picks          []Pick   `json:"picks"`
	Named          []Remark `json:"named,omitempty"`
	Lost           []Remark `json:"lost"`
	MaxProbability float64  `json:"max_probability"`
	Load           Load     `json:"load"`
}

// Pick is one candidate with what speaks for it.
type Pick struct {
	Candidate string `json:"candidate"` // as compare takes it
	Why       string `json:"why"`
	Watch     string `json:"watch"`    // the one thing to know before it is used
	Generate  string `json:"generate"` // the command that makes one
	Keep      string `json:"-"`        // the type in the database, where ids are stored in one
	Row       Row    `json:"facts"`
}

// picks is how many candidates an answer has at most.
const picks = 3

// Advise ranks the candidates of a use under a load. A candidate that cannot carry the
// load, whose ids collide too likely or that does not meet what the use needs is never
// picked: it is among the others, with that reason.
func Advise(q *Question) (*Advice, error) {
	a := &Advice{Schema: 2, Use: q.Use.Name, DB: q.DB, Picks: []Pick{}, Lost: []Remark{},
		MaxProbability: q.MaxProbability, Load: q.Load}
	for _, c := range q.Use.list {
		if !c.asked(q) {
			continue
		}
		r, err := c.row(q)
		if err != nil {
			return nil, err
		}
		no := q.reject(&r)
		switch {
		case no == nil && c.why != "" && len(a.Picks) < picks:
			a.Picks = append(a.Picks, q.pick(&c, r))
		case no == nil && c.but == "": // it would do, and others do better
		default:
			if c.but != "" {
				no = append(no, q.fill(c.but, &r))
			}
			a.Lost = append(a.Lost, Remark{r.Scheme, strings.Join(no, "; ")})
		}
	}
	also := q.Selection
	if q.Use.Checked && q.Shape.Alphabet != "" && q.Shape.Length == 0 {
		also.Shape.Length = lengthFor(q.Load.Count(), q.MaxProbability, q.Shape.Alphabet)
	}
	named, err := also.derive(q.Also)
	if err != nil {
		return nil, err
	}
	a.judge(q, named)
	return a, nil
}

// pick is a candidate with what speaks for it.
func (q *Question) pick(c *candidate, r Row) Pick {
	p := Pick{Candidate: r.Scheme, Why: q.fill(c.why, &r), Watch: q.fill(c.watch, &r), Generate: generate(&r), Row: r}
	if q.Use.Stored {
		p.Keep = q.fill("{type} in {db}, {bytes} bytes", &r)
	}
	return p
}

// judge adds what is said of candidates that were asked for by name. Those in an alphabet of
// their own are others than those of the use.
func (a *Advice) judge(q *Question, rows []Row) {
	var no []Remark
	for _, r := range rows {
		picked, lost := -1, -1
		if q.Shape.Alphabet == "" {
			picked = slices.IndexFunc(a.Picks, func(p Pick) bool { return p.Candidate == r.Scheme })
			lost = slices.IndexFunc(a.Lost, func(l Remark) bool { return l.Of == r.Scheme })
		}
		why := q.reject(&r)
		if r.Brand {
			why = append(why, "the ids of one product: others take them for its own")
		}
		switch {
		case picked >= 0:
			a.Named = append(a.Named, Remark{r.Scheme, fmt.Sprintf("choice %d above", picked+1)})
		case lost >= 0:
			no = append(no, a.Lost[lost])
			a.Lost = slices.Delete(a.Lost, lost, lost+1)
		case why == nil:
			a.Named = append(a.Named, Remark{r.Scheme, fmt.Sprintf("it would do: %d characters, %.3g unguessable "+
				"bits; those above come first", r.Length, r.UnguessableMost)})
		default:
			no = append(no, Remark{r.Scheme, strings.Join(why, "; ")})
		}
	}
	a.Named = append(a.Named, no...)
}

// asked reports whether a candidate is one for the database and the number of nodes.
func (c *candidate) asked(q *Question) bool {
	one := q.Load.Nodes.IsInt64() && q.Load.Nodes.Int64() == 1
	return (c.db == "" || slices.Contains(strings.Fields(c.db), q.DB)) && (c.nodes == 0 || (c.nodes == 1) == one)
}

// row is that of a candidate; the length of one that is checked is what the load asks for.
func (c *candidate) row(q *Question) (Row, error) {
	of := q.Selection
	of.Shape = Shape{Alphabet: c.alphabet}
	if q.Use.Checked && c.alphabet != "" {
		of.Shape.Length = lengthFor(q.Load.Count(), q.MaxProbability, c.alphabet)
	}
	return of.row(c.name)
}

// lengthFor is how many random symbols of an alphabet keep the chance that one text is
// among count others, so that it has to be drawn again, at most p; and that a guess is one.
func lengthFor(count *big.Int, p float64, alphabet string) int {
	most := new(big.Float).Quo(new(big.Float).SetInt(count), big.NewFloat(p))
	values, symbols := big.NewInt(1), big.NewInt(int64(utf8.RuneCountInString(alphabet)))
	n := 0
	for new(big.Float).SetInt(values).Cmp(most) < 0 {
		values.Mul(values, symbols)
		n++
	}
	return n
}

// reject says what keeps a row from being picked. Where the database checks each id,
// two that collide are drawn again; what counts is how likely a draw is one that exists.
func (q *Question) reject(r *Row) []string {
	n := q.Use.need
	n.Load = true
	if !q.Use.Checked {
		n.MaxProbability = q.MaxProbability
	}
	no := n.Reject(r, q.Load.End(q.Now))
	if p := hit(r, q.Load); q.Use.Checked && p > q.MaxProbability*(1+1e-9) {
		no = append(no, fmt.Sprintf("of %s ids a guess finds one, and a draw repeats one, with probability %s",
			countText(q.Load.Count()), quantity.FormatProbability(p)))
	}
	for _, o := range r.Originals {
		if n.MaxProbability > 0 && o.Probability > n.MaxProbability && o.Unless == "" {
			no = append(no, fmt.Sprintf("its library keeps processes apart by %s: probability of a collision %s", o.By,
				quantity.FormatProbability(o.Probability)))
			break
		}
	}
	return no
}

// hit is how likely random ids without a time are one of those that the load makes; 0 for
// others.
func hit(r *Row, load Load) float64 {
	if r.Resolution > 0 || r.UnguessableMost == 0 || r.Coordination != None {
		return 0
	}
	return min(1, birthday.Count{Int: load.Count()}.Float()*math.Exp2(-r.UnguessableMost))
}

// fill puts the figures of a row into a text.
func (q *Question) fill(text string, r *Row) string {
	chance := "0"
	if r.Chance != nil {
		chance = quantity.FormatProbability(r.Chance.Probability)
	}
	db := slices.IndexFunc(Stores(), func(c gen.Choice) bool { return c.Name == q.DB })
	title, _, _ := strings.Cut(Stores()[db].Help, ":")
	kind := r.Stores[db]
	return strings.NewReplacer("{p}", chance, "{one}", quantity.FormatNumber(1/q.MaxProbability),
		"{type}", kind.Type, "{db}", title,
		"{bytes}", strconv.Itoa(kind.Bytes), "{chars}", strconv.Itoa(r.Length), "{count}", countText(q.Load.Count()),
		"{bits}", strconv.FormatFloat(r.UnguessableMost, 'f', 0, 64)).Replace(text)
}

// generate is the command that makes a candidate; empty where a server does.
func generate(r *Row) string {
	name, _, _ := strings.Cut(r.Scheme, ":")
	text := "idscope gen " + name
	switch {
	case name == counterSqids:
		text = "idscope convert NUMBER --to sqids"
	case r.Baseline != "":
		return ""
	}
	if r.shape.Length > 0 {
		text += " --length " + strconv.Itoa(r.shape.Length)
	}
	if r.shape.Alphabet != "" {
		text += " --alphabet " + r.shape.Alphabet
	}
	if r.shape.Encoding != "" {
		text += " --format " + r.shape.Encoding
	}
	return text
}
