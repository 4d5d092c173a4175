// Command differ answers one corpus of texts by two builds of idscope, and lists where their answers differ:
//
//	go run ./.ci/differ -n 200000 OLD NEW
//
// The corpus comes from a seeded generator: the ids that schemes declare, whole, damaged and wrapped as people paste
// them, random texts of every alphabet and length, numbers, words. Nothing of it is kept.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"idscope/gen"
	"idscope/inspect"
	"idscope/inspect/known"
)

func main() {
	n := flag.Int("n", 100_000, "number of texts")
	seed := flag.Uint64("seed", 1, "seed of the corpus")
	show := flag.Int("show", 3, "examples of each kind of difference")
	words := flag.String("words", "README.md", "`FILE` whose words are in the corpus")
	with := flag.String("with", "--json", "flags of both builds, with blanks between them")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "differ: two builds are compared; use differ OLD NEW")
		os.Exit(2)
	}
	texts := corpus(*n, *seed, *words)
	input := []byte(strings.Join(texts, "\n") + "\n")
	var answers [2][][]byte
	for i, build := range flag.Args() {
		begun := time.Now()
		answers[i] = answer(build, strings.Fields(*with), input)
		fmt.Fprintf(os.Stderr, "%s: %d answers in %.1f s\n", build, len(answers[i]), time.Since(begun).Seconds())
	}
	if len(answers[0]) != len(answers[1]) {
		fmt.Printf("%d answers, %d answers\n", len(answers[0]), len(answers[1]))
		os.Exit(1)
	}
	kinds := map[string][]int{}
	for i := range answers[0] {
		if !bytes.Equal(answers[0][i], answers[1][i]) {
			kind := difference(answers[0][i], answers[1][i])
			kinds[kind] = append(kinds[kind], i)
		}
	}
	byCount := func(a, b string) int { return cmp.Compare(len(kinds[b]), len(kinds[a])) }
	names := slices.SortedFunc(maps.Keys(kinds), byCount)
	for _, kind := range names {
		fmt.Printf("%6d  %s\n", len(kinds[kind]), kind)
		for _, i := range kinds[kind][:min(*show, len(kinds[kind]))] {
			a, b := answers[0][i], answers[1][i]
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			fmt.Printf("  %.160s\n    - %.300s\n    + %.300s\n", a, a[max(0, at-60):], b[max(0, at-60):])
		}
	}
	fmt.Printf("%d texts, %d kinds of differences\n", len(texts), len(kinds))
	if len(kinds) > 0 {
		os.Exit(1)
	}
}

// answer returns the lines that a build answers.
func answer(build string, with []string, input []byte) [][]byte {
	c := exec.Command(build, append(append([]string{"inspect", "--now", "2026-11-24T12:00:00Z"}, with...), "-")...)
	c.Stdin, c.Stderr = bytes.NewReader(input), os.Stderr
	out, err := c.Output()
	if _, negative := err.(*exec.ExitError); err != nil && !negative {
		fmt.Fprintln(os.Stderr, "differ:", err)
		os.Exit(1)
	}
	return bytes.Split(bytes.TrimSuffix(out, []byte("\n")), []byte("\n"))
}

// difference names the members that differ between two answers, and the schemes that both read first.
func difference(a, b []byte) string {
	var x, y map[string]any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return "text"
	}
	var names []string
	for _, key := range []string{"input", "ok", "scheme", "confidence", "time", "readings", "ruled_out", "ambiguous",
		"warnings", "error"} {
		if fmt.Sprint(x[key]) != fmt.Sprint(y[key]) {
			names = append(names, key)
		}
	}
	return fmt.Sprintf("%s of %s -> %s", strings.Join(names, ", "), first(x), first(y))
}

func first(answer map[string]any) string {
	list, _ := answer["readings"].([]any)
	if len(list) == 0 {
		return "none"
	}
	o := list[0].(map[string]any)
	return fmt.Sprint(o["scheme"], " ", o["confidence"], " ", len(list))
}

// alphabets are those of random texts.
var alphabets = [...]string{
	"0123456789", "0123456789abcdef", "0123456789ABCDEF", "0123456789abcdefABCDEF", "-0123456789",
	"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
	"0123456789abcdefghjkmnpqrstvwxyz", "234567abcdefghijklmnopqrstuvwxyz", "0123456789abcdefghijklmnopqrstuvwxyz",
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
	"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
	"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
	"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
	"+/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
}

// wrappers are how ids are pasted.
var wrappers = [...][2]string{{`"`, `"`}, {"'", "',"}, {" ", "\t"}, {"{", "}"}, {"(", ")"}, {"[", "];"}, {"<@", ">"},
	{"id=", ""}, {`"id": "`, `"`}, {`ObjectId("`, `")`}, {"urn:uuid:", ""}, {"0x", ""}, {`\x`, ""}, {"X'", "'"},
	{"https://example.org/a/", ""}, {"https://x.com/a/status/", "?s=20"}, {"https://example.org/?id=", "#top"},
	{"pvc-", ""}, {"user_", ""}, {"at ", " in"}, {"\u200b", ""}, {"\x1b[1m", "\x1b[0m"}, {"", ","}, {"", "..."}}

// corpus returns the texts.
func corpus(n int, seed uint64, file string) []string {
	r := rand.New(rand.NewPCG(seed, 27))
	ids := examples()
	page, _ := os.ReadFile(file)
	words := strings.Fields(string(page))
	if len(words) == 0 {
		words = []string{"word"}
	}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	texts := slices.Clone(ids[:min(len(ids), n)])
	for len(texts) < n {
		text := ""
		switch k := r.IntN(20); {
		case k < 8:
			text = damaged(r, pick(ids))
		case k < 11:
			w := wrappers[r.IntN(len(wrappers))]
			text = w[0] + pick(ids) + w[1]
		case k < 15:
			text = random(r, alphabets[r.IntN(len(alphabets))], 1+r.IntN(48))
		case k < 18:
			text = numbered(r)
		case k < 19:
			text = pick(words)
		default:
			text = pick(ids) + pick([]string{" ", ", ", "-", "", "|"}) + pick(ids)
		}
		if text = strings.ReplaceAll(text, "\n", " "); strings.TrimSpace(text) != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// examples are the ids that schemes declare and those of the files of vectors, each in its other encodings too.
func examples() (ids []string) {
	in, err := inspect.New(inspect.Options{Now: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		panic(err)
	}
	add := func(text string) {
		if text == "" || strings.ContainsAny(text, "\n\r") || len(text) > 200 {
			return
		}
		ids = append(ids, text)
		if r := in.Inspect(text); r.OK() {
			for _, f := range r.Readings[0].Facts() {
				if f.Kind == inspect.Encoding {
					ids = append(ids, f.Text)
				}
			}
		}
	}
	for _, s := range append(known.All(), known.Unlisted()...) {
		if !s.Text.Form.Binary() {
			add(s.Example.Text)
		}
	}
	for _, name := range []string{"inspect/known/testdata/public.jsonl", "inspect/known/testdata/more.jsonl"} {
		page, _ := os.ReadFile(name)
		for line := range bytes.Lines(page) {
			var vector struct{ ID string }
			if json.Unmarshal(line, &vector) == nil {
				add(vector.ID)
			}
		}
	}
	return ids
}

// damaged changes one thing of a text.
func damaged(r *rand.Rand, text string) string {
	at := r.IntN(len(text))
	symbols := alphabets[14]
	switch r.IntN(9) {
	case 0, 1, 2, 3:
		return text[:at] + symbols[r.IntN(len(symbols)):][:1] + text[at+1:]
	case 4:
		return text[:at] + text[at+1:]
	case 5:
		return text[:at] + text[at:at+1] + text[at:]
	case 6:
		return strings.ToUpper(text)
	case 7:
		return strings.ToLower(text)
	}
	b := []byte(text)
	for range 4 { // digits of the tail
		if i := len(b) - 1 - r.IntN((len(b)+1)/2); b[i]-'0' < 10 {
			b[i] = '0' + byte(r.IntN(10))
		}
	}
	return string(b)
}

func random(r *rand.Rand, symbols string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = symbols[r.IntN(len(symbols))]
	}
	return string(b)
}

// numbered is a number, or an id of a layout with any bits.
func numbered(r *rand.Rand) string {
	id := gen.ID{Hi: r.Uint64(), Mid: r.Uint64(), Lo: r.Uint64()}
	sizes := [...]int{20, 31, 41, 53, 60, 62, 63, 64, 96, 128, 160, 192}
	size := sizes[r.IntN(len(sizes))]
	form := gen.Decimal
	switch r.IntN(4) {
	case 0:
		return random(r, "123456789", 1) + random(r, alphabets[0], r.IntN(22))
	case 1:
		form = gen.Hex
	case 2:
		if id, size, form = id.And(gen.Mask(128)), 128, gen.UUID; r.IntN(3) > 0 {
			id.Mid = id.Mid&^0xf000 | uint64(r.IntN(9))<<12
			id.Lo = id.Lo&^(3<<62) | 2<<62
		}
		if r.IntN(2) > 0 {
			id.Mid = id.Mid&0xffff | uint64(1_400_000_000_000+r.Int64N(500_000_000_000))<<16
		}
	}
	return string(gen.Text{Form: form}.Append(nil, id.And(gen.Mask(size)), size))
}
