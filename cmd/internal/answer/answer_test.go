package answer

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"idscope/gen/testing/try"
	"idscope/inspect"
	"idscope/inspect/known"
	"idscope/inspect/lines"
)

var today = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

func newAnswerer() *Answerer { return New(func() time.Time { return today }) }

// TestAnswers compares the answers to questions, one after the other, with testdata/answers.txt, in which each follows
// its question. No answer shows a secret, whatever is asked with it.
func TestAnswers(t *testing.T) {
	const path, secret = "testdata/answers.txt", "16C7e42F292c6912E7710c838347Ae178B4a"
	a := newAnswerer()
	text := string(try.Of(os.ReadFile(path)).Or(t))
	var all []string
	for want := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n\n") {
		question, _, _ := strings.Cut(want, "\n")
		answer := strings.ReplaceAll(string(a.Answer(t.Context(), []byte(question))), ",{", ",\n{")
		got := question + "\n" + figures.ReplaceAllString(answer, "$1$2")
		if all = append(all, got); got != want && !*try.Update || strings.Contains(answer, secret) {
			t.Errorf("the answer to\n%s\nwant\n%s\nand no secret", got, want)
		}
	}
	if *try.Update {
		try.Works(t, os.WriteFile(path, []byte(strings.Join(all, "\n\n")+"\n"), 0o644))
	}
}

// figures have digits that may depend on the processor: the last ones of one, and those of the points of a curve.
var figures = regexp.MustCompile(`(\[\d)[^\]"]*|\b(\d+\.\d{9})\d+`)

// ask asks a question, whose answer has what a test looks at.
func ask[A any](t *testing.T, a *Answerer, kind string, of any) (answer A) {
	t.Helper()
	question := try.Of(json.Marshal(map[string]any{"ask": kind, "of": of})).Or(t)
	try.Works(t, json.Unmarshal(a.Answer(t.Context(), question), &answer))
	return answer
}

// TestRead: an example of every scheme is read as by the command, whose JSON is in the answer; every fact is there, as
// the card of the command words it; a secret is masked.
func TestRead(t *testing.T) {
	a, masked := newAnswerer(), 0
	in := try.Of(inspect.New(inspect.Options{Now: today})).Or(t)
	for _, s := range known.All() {
		r := in.Inspect(s.Example.Text)
		got := ask[readAnswer](t, a, "read", readQuestion{Text: s.Example.Text})
		try.Equal(t, string(got.Result), string(r.AppendJSON(nil)), "%s is read as", s.Name)
		for i := range r.Readings {
			for j, f := range r.Readings[i].Facts() {
				fact := got.Facts[i][j]
				if fact.Key != f.Key || fact.Label != f.Label || fact.Value == "" && len(f.AppendShown(nil)) > 0 {
					t.Errorf("%s: fact %d is %+v; want %s", s.Name, j, fact, f.Key)
				}
			}
		}
		if r.OK() && r.Readings[0].Secret {
			if masked++; strings.Contains(string(try.Of(json.Marshal(got)).Or(t)), s.Example.Text) {
				t.Errorf("%s is shown: %s", s.Name, got.Result)
			}
		}
	}
	if masked == 0 {
		t.Error("no example is a secret")
	}
}

// TestPresent: the present is at most a minute old, and never to come.
func TestPresent(t *testing.T) {
	now := today
	a := New(func() time.Time { return now })
	for _, step := range []time.Duration{0, 59 * time.Second, time.Minute, -time.Second} {
		now = now.Add(step)
		if age := now.Sub(try.Of(a.inspector("")).Or(t).Now()); age < 0 || age > time.Minute {
			t.Errorf("%s later the present is %s old", step, age)
		}
	}
}

// TestLongLine: a line longer than the commands read is none of an ID.
func TestLongLine(t *testing.T) {
	got := ask[linesAnswer](t, newAnswerer(), "lines", linesQuestion{Text: strings.Repeat("1", lines.Longest+1)})
	if got.Lines != 1 || got.IDs != 0 {
		t.Errorf("%+v; want a line that is no ID", got)
	}
}

// TestGenerate generates IDs of every scheme that is offered: none twice, and each is read as one of its scheme.
func TestGenerate(t *testing.T) {
	type generated struct {
		generateAnswer
		failure
	}
	a := New(time.Now)
	for _, s := range ask[schemeList](t, a, "schemes", noQuestion{}).Schemes {
		q := generateQuestion{Scheme: s.Name, Count: 2, Namespace: "dns", Name: "www.example.com"}
		first, second := ask[generated](t, a, "generate", q), ask[generated](t, a, "generate", q)
		ids := slices.Concat(first.IDs, second.IDs)
		switch sorted := slices.Sorted(slices.Values(ids)); {
		case !s.Generated, strings.Contains(first.Error.Message, "would be a duplicate"), // of uuid-nil and uuid-max
			strings.Contains(first.Error.Message, "the layout of uidgenerator ended"):
			continue
		case first.Error.Message != "" || len(ids) == 0:
			t.Errorf("%s: %v, %d IDs", s.Name, first.Error, len(ids))
			continue
		case s.Named:
			if len(ids) != 2 || ids[0] != ids[1] {
				t.Errorf("%s of one name: %q; want the same twice", s.Name, ids)
			}
		default:
			scheme, _ := known.Get(s.Name)
			if n := len(slices.Compact(sorted)); n != 4 && !scheme.MayRepeat() {
				t.Errorf("%s: %d different IDs of %q; want 4", s.Name, n, ids)
			}
			if s.Recorded != strings.Contains(first.Note, "this tab only") || scheme.MayRepeat() && first.Note == "" {
				t.Errorf("%s, recorded %t: note %q", s.Name, s.Recorded, first.Note)
			}
		}
		read := string(ask[readAnswer](t, a, "read", readQuestion{Text: ids[0], As: s.Name}).Result)
		try.Contains(t, read, `"ok":true`, "%s generated what is read as", s.Name)
	}
}

// TestDayExhausted: the digits of a day are not exceeded.
func TestDayExhausted(t *testing.T) {
	dated, _ := known.Get("date-seq")
	full := tally{of: dated, now: func() time.Time { return today }, date: today.Unix() / 86400, n: dailyLimit - 1}
	try.Of(full.next()).Says(t, "the 6 digits of this day are exhausted", "then it says")
}

// TestCurve: each point of a curve, whose figures are left out of the answers, has two.
func TestCurve(t *testing.T) {
	q := map[string]string{"scheme": "uuidv7", "rate": "1000", "for": "10y", "nodes": "10"}
	c := ask[collisionsAnswer](t, newAnswerer(), "collisions", q).Curve
	if len(c.X) < 2 || len(c.X) != len(c.Y) {
		t.Errorf("%d places and %d probabilities; want as many of both", len(c.X), len(c.Y))
	}
}
