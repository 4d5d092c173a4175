package cmd

import (
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"idscope/cmd/internal/cli"
	"idscope/cmd/internal/screen"
	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/gen/testing/try"
	"idscope/inspect"
	"idscope/inspect/known"
)

// leak is a text with a secret in it, and what of that no call may print.
type leak struct{ text, secret string }

// window is how many symbols of a secret, one after the other, no call may print.
const window = 8

// leaked finds secrets of a list in what a call prints.
type leaked map[string]bool

func newLeaked(list []leak) leaked {
	w := leaked{}
	for _, l := range list {
		for i := range len(l.secret) - window + 1 {
			w[l.secret[i:i+window]] = true
		}
	}
	return w
}

// in returns the first line of a text with a secret, "" for none.
func (w leaked) in(text string) string {
	for line := range strings.Lines(text) {
		for i := range len(line) - window + 1 {
			if w[line[i:i+window]] {
				return line[max(0, i-100):min(len(line), i+100)]
			}
		}
	}
	return ""
}

// lastShown is how many symbols of a secret may be shown.
const lastShown = 4

// leaks are secrets of every kind that is declared, whole ones of letters alone and of equal
// letters among them, as they are and within other texts.
func leaks(t *testing.T) (list []leak) {
	add := func(head, body string) {
		list = append(list, leak{head + body, body[:len(body)-lastShown]})
	}
	for _, s := range append(known.All(), known.Unlisted()...) {
		for i, part := range s.Pattern {
			for _, guard := range part.Guards {
				for _, head := range heads(part, guard) {
					for _, symbols := range []string{"qXzKvWjPbYgHtRmLnDcFsGxZkVqJwTpBhNyMdRfS", "a", "x7Kq2Zp9Rw4Lt"} {
						add(head, body(s.Pattern[i+1:], symbols))
					}
				}
			}
		}
		for _, v := range schemetest.Vectors(s) {
			pieces, ok := s.Pattern.Matcher().Match(nil, v.Text)
			for _, p := range pieces {
				if ok && p.Part.Secret && s.Format == gen.FormatCheckDigit {
					list = append(list, cards(v.Text)...)
				}
			}
		}
	}
	aws := "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
	for _, name := range []string{"aws_secret_access_key=", "AWS_SECRET_ACCESS_KEY = ", `"SecretAccessKey": "`} {
		add(name, aws)
	}
	for _, head := range []string{"AIza", "dapi", "ya29.", "hvs.", "123456789:", "bot123456789:", "Authorization: Bearer ",
		"Authorization: Bearer a.b-", "Authorization\":\"Bearer ", "https://hooks.slack.com/services/T00000000/B00000000/",
		"https://discord.com/api/webhooks/223704706495545344/"} {
		n := 35
		switch {
		case head == "dapi":
			n = 32
		case strings.Contains(head, "discord"):
			n = 80
		}
		add(head, strings.Repeat("0a1b2c3d4e5f6789", 5)[:n])
	}
	const password = "tr0ub4dor-and-3"
	for _, address := range []string{"postgres://app:%s@db.example.org/ids", "redis://:%s@10.0.0.7:6379",
		"https://bob:%s@x.com/jack/status/1541815603606036480", "mysql://db.example.org/ids?user=a&password=%s"} {
		list = append(list, leak{fmt.Sprintf(address, password), password})
	}
	arounds := []string{"token=%s", `{"key":"%s","n":1}`, "https://example.org/?key=%s&n=1",
		"id 1541815603606036480 of %s"}
	for i, l := range slices.Clone(list) { // each kind comes with several symbols, and so within all of these
		for _, around := range []string{arounds[i%2], arounds[2+i%2]} {
			if !strings.Contains(l.text, "/") || !strings.Contains(around, "/") {
				list = append(list, leak{fmt.Sprintf(around, l.text), l.secret})
			}
		}
	}
	if len(list) < 500 {
		t.Fatalf("there are %d secrets; want more", len(list))
	}
	return list
}

// heads are the texts that stand before a secret behind a guard.
func heads(part gen.Part, guard string) (list []string) {
	for _, text := range part.Texts {
		if strings.HasPrefix(text, guard) {
			list = append(list, text)
		}
	}
	if list == nil {
		return []string{"pi_3MtwBwLkdIwHu7ix28a3tqPa" + guard} // it stands within an id
	}
	return list
}

// body is as long as what is declared behind a guard, of the symbols in turn.
func body(parts gen.Pattern, symbols string) string {
	const least = 24 // of keys whose length is not declared
	text := ""
	for _, p := range parts {
		n := p.Min
		if p.Min < p.Max/8 {
			n = max(n, least)
		}
		if len(p.Texts) > 0 {
			text += p.Texts[0]
			continue
		}
		for i := range n {
			text += symbols[i%len(symbols) : i%len(symbols)+1]
		}
	}
	return text
}

// cards is a card number as it is, with blanks and with hyphens.
func cards(number string) (list []leak) {
	ends := []int{4, 8, 12}
	if len(number) == 15 {
		ends = []int{4, 10}
	}
	for _, mark := range []string{"", " ", "-"} {
		text, from := "", 0
		for _, end := range ends {
			text += number[from:end] + mark
			from = end
		}
		text += number[from:]
		list = append(list, leak{text, text[:len(text)-lastShown]}, leak{text, hexOf(number)})
	}
	return list
}

func hexOf(number string) string {
	n, _ := strconv.ParseUint(number, 10, 64)
	return strconv.FormatUint(n, 16)
}

// TestNoCallShowsASecret: whatever command is given a secret, as an argument, as the value
// of a flag, on stdin or in a file, in whatever format, neither stdout nor stderr has it.
func TestNoCallShowsASecret(t *testing.T) {
	if apart(t) {
		return
	}
	t.Setenv("PATH", "") // else a call that needs an engine becomes another program
	t.Chdir(t.TempDir())
	all := leaks(t)
	var texts []string
	for _, l := range all {
		texts = append(texts, l.text)
	}
	lines := strings.Join(texts, "\n") + "\n"
	try.Works(t, os.WriteFile("log", []byte(lines), 0o600))
	var some []string // of all kinds
	for i := range 100 {
		some = append(some, texts[i*7919%len(texts)])
	}
	secrets, calls, long := newLeaked(all), 0, os.Getenv("IDSCOPE_TEST_LONG") != ""
	run := func(stdin string, args ...string) {
		calls++
		got := call(t, func(e *Environment) {
			e.In, e.OutTerminal, e.Width = strings.NewReader(stdin), calls%2 > 0, 200
		}, args...)
		for _, text := range []string{got.out, got.err} {
			try.Equal(t, secrets.in(text), "", "idscope %.300q with %.20q on stdin shows a secret:", args, stdin)
		}
	}
	_, root := tree()
	walk(root, func(c *cobra.Command) {
		if c.Hidden {
			return
		}
		path := strings.Fields(c.CommandPath())[1:]
		for _, flags := range flagsOf(c, texts) {
			before := slices.Concat(path, flags.words)
			one := oneOf(texts, before...)
			run(lines, append(before, one)...)
			takes := c.Annotations[cli.TakesIDs] != "" || c.Name() == "check"
			if flags.secret || takes && calls%4 < 2 { // from stdin or from a file, each on a terminal and not, in turn
				run(lines, before...)
			} else if takes {
				run("", append(before, "log")...)
			}
			if takes {
				run("", append(append(before, "--"), some...)...)
			}
		}
	})
	shapes := [][]string{{"inspect", "--"}, {"inspect", "-v", "--"}, {"inspect", "--around=2022", "--"}, {"--"},
		{"convert", "--to=hex", "--"}, {"gen", "--"}, {"help", "--"}, {"inspect", "--as=snowflake", "--"},
		{"inspect", "--as=uuid", "--"}, {"inspect", "--as=ulid", "--"}, {"inspect", "--as=nanoid", "--"}}
	for i, text := range texts { // one id is shown in another way than several
		for j, args := range shapes {
			digits := strings.Trim(text, "0123456789 ") == "" // which are what --as says they are
			asked := strings.HasPrefix(strings.Join(args, " "), "inspect --as")
			if (digits || (i+j)%24 == 0 || long) && !(digits && asked) {
				run("", append(args, text)...)
			}
		}
	}
	t.Logf("%d calls, %d secrets", calls, len(all))
}

// oneOf is one of the texts, another for each call, and the same whatever calls there are.
func oneOf(texts []string, words ...string) string {
	h := fnv.New32a()
	for _, word := range words {
		_, _ = h.Write([]byte(word))
	}
	return texts[int(h.Sum32())%len(texts)]
}

// flagged is a choice of flags, one of which may have a secret for a value.
type flagged struct {
	words  []string
	secret bool
}

// flagsOf are no flags, and each flag of a command with each value of those that it may
// have, or with a secret.
func flagsOf(c *cobra.Command, texts []string) []flagged {
	list := []flagged{{nil, false}}
	c.InitDefaultHelpFlag()
	visit := func(f *pflag.Flag) {
		choice, chosen := f.Value.(*cli.Choice)
		switch values := someValues()[f.Name]; {
		case f.Value.Type() == "bool":
			list = append(list, flagged{[]string{"--" + f.Name}, false})
		case chosen:
			for _, v := range choice.List {
				list = append(list, flagged{[]string{"--" + f.Name + "=" + v.Name}, false})
			}
			fallthrough
		default:
			for _, v := range values {
				list = append(list, flagged{[]string{"--" + f.Name + "=" + v}, false})
			}
			text := oneOf(texts, c.CommandPath(), f.Name)
			list = append(list, flagged{[]string{"--" + f.Name + "=" + text}, true})
		}
	}
	c.Flags().VisitAll(visit)
	c.InheritedFlags().VisitAll(visit)
	return list
}

// someValues are values of flags with which a call goes on.
func someValues() map[string][]string {
	var marks []string
	names := screen.ValueNames(append(known.All(), known.Unlisted()...))
	for _, name := range append(names, known.FindingNames()...) {
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_0123456789") == "" {
			marks = append(marks, "{{."+name+"}}")
		}
	}
	var forms []string
	for _, t := range inspect.Targets() {
		forms = append(forms, t.Name)
	}
	return map[string][]string{
		"around": {"2022"}, "since": {"2020"}, "until": {"2030"}, "template": {strings.Join(marks, " ")},
		"field": {"id", "input", "canonical", "error", "warnings", "body"},
		"to":    forms, "from": forms, "width": {"80"}, "as": {"uuid", "stripe", "typeid", "ulid", "nanoid", "sqids"},
	}
}
