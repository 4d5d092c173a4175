package answer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/inspect"
	"idscope/inspect/known"
)

var today = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// asked is what an answer may have.
type asked struct {
	Error struct{ Message, Hint string }

	Result struct {
		Input    string
		OK       bool
		Readings []struct{ Scheme string }
	}
	Facts      [][]shownFact
	Lines, IDs any
	Kinds      []kindCount
	Rows       []struct {
		Input  string
		OK     bool
		Scheme string
	}
	First, Last string
	Note        string
	Schemes     []schemeEntry
	Low, High   string
	SQL         string
	Notes       []string
	Text, Unit  string
	Count       string
	Curve       *curve
	Tables      []cells
	Remarks     []remarkSet
}

// ask asks a question of an Answerer.
func ask(t *testing.T, a *Answerer, kind string, of any) (answer asked) {
	t.Helper()
	question, err := json.Marshal(map[string]any{"ask": kind, "of": of})
	if err != nil {
		t.Fatal(err)
	}
	text := a.Answer(context.Background(), question)
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%s answers %s: %v", question, text, err)
	}
	return answer
}

func newAnswerer() *Answerer { return New(func() time.Time { return today }) }

// list is an answer's IDs.
func (a asked) list() (ids []string) {
	values, _ := a.IDs.([]any)
	for _, v := range values {
		ids = append(ids, v.(string))
	}
	return ids
}

// TestRead compares with the JSON of the command, whose reading engine it is.
func TestRead(t *testing.T) {
	a := newAnswerer()
	in, err := inspect.New(inspect.Options{Now: today})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1541815603606036480", "017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "hello, world", "",
		"\"\\\x00"} {
		r := in.Inspect(text)
		question, _ := json.Marshal(map[string]any{"ask": "read", "of": readQuestion{Text: text}})
		var answer struct{ Result json.RawMessage }
		if err := json.Unmarshal(a.Answer(context.Background(), question), &answer); err != nil {
			t.Fatal(err)
		}
		if want := string(r.AppendJSON(nil)); compact(t, string(answer.Result)) != compact(t, want) {
			t.Errorf("%q: %s; want %s", text, answer.Result, want)
		}
	}
	for as, want := range map[string]string{"discord": "discord", "uuid": "uuidv7"} {
		text := map[string]string{"discord": "1541815603606036480", "uuid": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}[as]
		got := ask(t, a, "read", readQuestion{Text: text, As: as})
		if !got.Result.OK || got.Result.Readings[0].Scheme != want {
			t.Errorf("as %s: %+v; want %s", as, got, want)
		}
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(v)
}

// TestFacts: every fact with a name on screens is there, as the card of the command words it.
func TestFacts(t *testing.T) {
	a := newAnswerer()
	in, err := inspect.New(inspect.Options{Now: today})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range known.All() {
		r := in.Inspect(s.Example.Text)
		got := ask(t, a, "read", readQuestion{Text: s.Example.Text}).Facts
		if len(got) != len(r.Readings) {
			t.Fatalf("%s: facts of %d readings; want %d", s.Name, len(got), len(r.Readings))
		}
		for i := range r.Readings {
			for j, f := range r.Readings[i].Facts() {
				if got[i][j].Key != f.Key || got[i][j].Label != f.Label || got[i][j].Value == "" && len(f.AppendShown(nil)) > 0 {
					t.Errorf("%s: fact %d is %+v; want %s", s.Name, j, got[i][j], f.Key)
				}
			}
		}
	}
	values := map[string]string{}
	for _, f := range ask(t, a, "read", readQuestion{Text: "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"}).Facts[0] {
		if values[f.Key] != "" {
			continue // a list may have a member of the same key
		}
		values[f.Key] = f.Value + "; " + f.Note
	}
	for key, want := range map[string]string{"scheme": "uuidv7; ",
		"time": "2022-02-22T19:22:22.000Z; 4 years ago", "rand_a": "3267; ",
		"random_bits": "74 bits; 62 where the generator counts in them", "ulid": ""} {
		if values[key] != want {
			t.Errorf("%s is %q; want %q", key, values[key], want)
		}
	}
}

// TestMasked: no answer shows a secret, whatever is asked with it.
func TestMasked(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	a := newAnswerer()
	for _, question := range []string{
		`{"ask":"read","of":{"text":"` + secret + `"}}`,
		`{"ask":"read","of":{"text":"1","as":"` + secret + `"}}`,
		`{"ask":"lines","of":{"text":"1\n` + secret + `\n","rows":9}}`,
		`{"ask":"generate","of":{"scheme":"` + secret + `","count":1}}`,
		`{"ask":"generate","of":{"scheme":"uuidv5","name":"a","namespace":"` + secret + `"}}`,
		`{"ask":"range","of":{"scheme":"ulid","from":"` + secret + `"}}`,
		`{"ask":"collisions","of":{"scheme":"ulid","rate":"` + secret + `"}}`,
		`{"ask":"compare","of":{"schemes":"` + secret + `","rate":"1","for":"1y","nodes":"1"}}`,
		`{"ask":"` + secret + `"}`,
		`{"ask":"read","of":{"` + secret + `":1}}`,
	} {
		if got := string(a.Answer(context.Background(), []byte(question))); strings.Contains(got, secret) {
			t.Errorf("%s answers %s", question, got)
		}
	}
	in, err := inspect.New(inspect.Options{Now: today})
	if err != nil {
		t.Fatal(err)
	}
	masked := 0
	for _, s := range known.All() {
		r := in.Inspect(s.Example.Text)
		if !r.OK() || !r.Readings[0].Secret {
			continue
		}
		masked++
		question, _ := json.Marshal(map[string]any{"ask": "read", "of": readQuestion{Text: s.Example.Text}})
		if got := string(a.Answer(context.Background(), question)); strings.Contains(got, s.Example.Text) {
			t.Errorf("%s is shown: %s", s.Name, got)
		}
	}
	if masked == 0 {
		t.Error("no example is a secret")
	}
}

func TestLines(t *testing.T) {
	text := "1541815603606036480\r\n\n \nhello\n017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n017f22e2-79b0-7cc3-98c4-dc0c0c073990"
	got := ask(t, newAnswerer(), "lines", linesQuestion{Text: text, Rows: 3})
	if fmt.Sprint(got.Lines, got.IDs) != "4 3" || got.First != "2022-02-22T19:22:22Z" ||
		got.Last != "2022-06-28T16:07:40.105Z" {
		t.Errorf("%+v; want 4 lines, 3 of them IDs, of that time", got)
	}
	if !slices.Equal(got.Kinds, []kindCount{{"uuidv7", 2}, {"snowflake", 1}}) {
		t.Errorf("kinds %v; want the most frequent first", got.Kinds)
	}
	if len(got.Rows) != 3 || got.Rows[0].Scheme != "snowflake" || got.Rows[1].OK || got.Rows[2].Scheme != "uuidv7" {
		t.Errorf("rows %+v; want the first 3 lines that are not blank", got.Rows)
	}
	one := ask(t, newAnswerer(), "lines", linesQuestion{Text: text, As: "discord", Rows: 1})
	if !slices.Equal(one.Kinds, []kindCount{{"discord", 1}}) || one.Rows[0].Scheme != "discord" ||
		one.First != "2026-08-25T14:24:45.448Z" {
		t.Errorf("as discord: %+v; want one line read so", one)
	}
	long := ask(t, newAnswerer(), "lines", linesQuestion{Text: strings.Repeat("1", 1<<20+1), Rows: 1})
	if fmt.Sprint(long.Lines, long.IDs) != "1 0" {
		t.Errorf("a line longer than the commands read: %+v; want that it is none", long)
	}
}

// TestGenerate generates IDs of every scheme that is offered: none twice, and each is read as one of its scheme.
func TestGenerate(t *testing.T) {
	a := New(time.Now)
	for _, s := range ask(t, a, "schemes", noQuestion{}).Schemes {
		if !s.Generated {
			continue
		}
		q := generateQuestion{Scheme: s.Name, Count: 2, Namespace: "dns", Name: "www.example.com"}
		first, second := ask(t, a, "generate", q), ask(t, a, "generate", q)
		ids := append(first.list(), second.list()...)
		switch sorted := slices.Clone(ids); {
		case strings.Contains(first.Error.Message, "would be a duplicate"): // of uuid-nil and uuid-max
			continue
		case strings.Contains(first.Error.Message, "the layout of uidgenerator ended"):
			continue
		case first.Error.Message != "" || len(ids) == 0:
			t.Errorf("%s: %v, %d IDs", s.Name, first.Error, len(ids))
			continue
		case s.Named:
			if len(ids) != 2 || ids[0] != ids[1] {
				t.Errorf("%s of one name: %q; want the same twice", s.Name, ids)
			}
		default:
			slices.Sort(sorted)
			scheme, _ := known.Get(s.Name)
			if n := len(slices.Compact(sorted)); n != 4 && !scheme.MayRepeat() {
				t.Errorf("%s: %d different IDs of %q; want 4", s.Name, n, ids)
			}
			if s.Recorded != strings.Contains(first.Note, "this tab only") {
				t.Errorf("%s, recorded %t: note %q", s.Name, s.Recorded, first.Note)
			}
		}
		if read := ask(t, a, "read", readQuestion{Text: ids[0], As: s.Name}); !read.Result.OK {
			t.Errorf("%s generated %q, which is not read as one: %+v", s.Name, ids[0], read)
		}
	}
	for name, want := range map[string][]string{"ticket": {"5", "6"}, "date-seq": {"20261124000001", "20261124000002"}} {
		a := newAnswerer()
		if name == "ticket" {
			ask(t, a, "generate", generateQuestion{Scheme: name, Count: 4})
		}
		if got := ask(t, a, "generate", generateQuestion{Scheme: name, Count: 2}).list(); !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", name, got, want)
		}
	}
	dated, _ := known.Get("date-seq")
	full := tally{of: dated, now: func() time.Time { return today }, date: today.Unix() / 86400, n: dailyLimit - 1}
	if id, err := full.next(); err == nil {
		t.Errorf("%v is generated when the digits of a day are used up", id)
	}
	got := ask(t, a, "generate", generateQuestion{Scheme: "uuidv5", Namespace: "dns", Name: "www.example.com"}).list()
	if !slices.Equal(got, []string{"2ed6657d-e927-568b-95e1-2665a8aea6a2"}) { // RFC 9562, appendix A.4
		t.Errorf("uuidv5 of www.example.com: %q", got)
	}
	for _, wrong := range []generateQuestion{{Scheme: "ulid"}, {Scheme: "ulid", Count: mostIDs + 1},
		{Scheme: "none", Count: 1},
		{Scheme: "uuidv5", Count: 1, Namespace: "dns"}, {Scheme: "uuidv5", Name: "a", Namespace: "b"}} {
		if got := ask(t, a, "generate", wrong); got.Error.Message == "" {
			t.Errorf("%+v is answered", wrong)
		}
	}
}

func TestWindow(t *testing.T) {
	day := windowQuestion{Scheme: "snowflake", From: "2022-06-28T00:00:00Z", To: "2022-06-29T00:00:00Z", Column: "id"}
	got := ask(t, newAnswerer(), "range", day)
	if want := "id >= 1541572081873846272 AND id <= 1541934469739446271"; got.SQL != want {
		t.Errorf("%+v; want %s", got, want)
	}
	day.Scheme = "timeflake" // whose base62 does not sort in databases as its numbers do
	got = ask(t, newAnswerer(), "range", day)
	if notes := strings.Join(got.Notes, " "); got.SQL == "" && !strings.Contains(notes, "as numbers: id >= ") {
		t.Errorf("%+v; want SQL, or the condition for numbers", got)
	}
	day.Scheme = "uuidv4"
	if got := ask(t, newAnswerer(), "range", day); !strings.Contains(got.Error.Message, "no time") {
		t.Errorf("%+v; want that uuidv4 has no time", got)
	}
}

func TestCollisions(t *testing.T) {
	q := map[string]string{"scheme": "uuidv7", "rate": "1000", "for": "10y", "nodes": "10"}
	got := ask(t, newAnswerer(), "collisions", q)
	if got.Text != "7.5e-12" || got.Count != "315,569,520,000" || got.Unit != "ids" || got.Curve == nil ||
		len(got.Curve.X) != len(got.Curve.Y) ||
		got.Curve.AtX != 315569520000 {
		t.Errorf("%+v; want what bench birthday uuidv7 --rate 1000 --for 10y --nodes 10 says", got)
	}
	q["scheme"] = "snowflake"
	if got := ask(t, newAnswerer(), "collisions", q); got.Error.Message != "" || got.Unit != "nodes" || got.Count != "10" {
		t.Errorf("%+v; want the chance that 10 nodes draw one number", got)
	}
	q["nodes"] = ""
	if got := ask(t, newAnswerer(), "collisions", q); got.Error.Message != "" || got.Text != "0" || got.Curve != nil {
		t.Errorf("%+v; want none while each number has one owner", got)
	}
	q["rate"] = "fast"
	if got := ask(t, newAnswerer(), "collisions", q); !strings.Contains(got.Error.Message, "rate") {
		t.Errorf("%+v; want that the rate is wrong", got)
	}
}

func TestCompare(t *testing.T) {
	q := map[string]string{"schemes": "uuidv4, snowflake", "rate": "1000", "for": "1y", "nodes": "10"}
	got := ask(t, newAnswerer(), "compare", q)
	if len(got.Tables) != 2 || len(got.Tables[0].Rows) != 2 || got.Tables[0].Rows[1][0] != "snowflake" ||
		len(got.Remarks) != 2 {
		t.Errorf("%+v; want two tables of two schemes, libraries and the original's rule", got)
	}
	q["nodes"] = ""
	if got := ask(t, newAnswerer(), "compare", q); !strings.Contains(got.Error.Message, "nodes") {
		t.Errorf("%+v; want that nodes are missing", got)
	}
}
