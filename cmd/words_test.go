package cmd

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// unwanted are words that say something else than is meant, and what to say for them.
var unwanted = []struct{ word, say string }{
	{`mak(e|es|er|ers|ing)|made`, "generate; or what is really done: write, set, take"},
	{`odds`, "probability of a collision, or chance"},
	{`stands? twices?`, "is given twice, or duplicate"},
	{`identifiers?`, "id"},
	{`spelling|spelled|spelt`, "encoding"},
	{`patterns?`, "format, or text of parts"},
	{`leak(s|ed)?|giv(es?|en) away`, "reveals"},
	{`used up`, "exhausted"},
	{`(went|goes|going) back`, "moved backwards"},
	{`can not`, "cannot"},
	{`(is|are) no`, "is not a"},
	{`can be guessed|guessable`, "predictable; unguessable bits"},
	{`[Ff]olders? (for|of) the (state|records)|state folders?`, "state directory"},
}

// allowed are the places where such a word is right: names of others, and grammar.
var allowed = regexp.MustCompile(strings.Join([]string{
	`\b([Tt]?here|answer|neither) (is|are) no\b`, `(is|are) no (longer|more)`,
	`(IPFS content|Legal Entity|ORCID|PostgreSQL system|Software Hash|object) [Ii]dentifier`,
	`Ensure Unique Identifiers`, // the title of an article
	`if it leaked`,              // a secret
	`unguessable`,               // the number of bits, and keys of JSON
	"max-odds|no-leak|`(spelling|odds|leaks|made)`", // flags and keys of before, in the changes
	`"made"`, // a count of tests
}, "|"))

// TestWords holds the words of screens, errors, help and pages. Every text of the
// sources is looked at, so that a message that no test shows is held to them too.
func TestWords(t *testing.T) {
	var rules []*regexp.Regexp
	for _, u := range unwanted {
		rules = append(rules, regexp.MustCompile(`(?i)\b(`+u.word+`)\b`))
	}
	look := func(path string, line int, text string) {
		text = allowed.ReplaceAllString(text, "")
		for i, rule := range rules {
			if found := rule.FindString(text); found != "" {
				t.Errorf("%s:%d says %q; say %s: %.120s", path, line, found, unwanted[i].say, strings.TrimSpace(text))
			}
		}
	}
	seen := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		if err != nil || d.IsDir() {
			if name == ".git" || name == "node_modules" || name == "testdata" && filepath.Dir(path) != ".." &&
				path != "testdata" {
				err = fs.SkipDir
			}
			return err
		}
		source := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") &&
			!strings.HasSuffix(filepath.Dir(path), "test") // a folder of helpers of tests
		if !source && !strings.HasSuffix(name, ".md") && filepath.Base(filepath.Dir(path)) != "man" &&
			!strings.HasSuffix(name, ".json.in") && !strings.HasSuffix(name, ".rb.in") {
			return nil
		}
		seen++
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !source {
			n := 0
			for line := range strings.Lines(string(content)) {
				n++
				look(path, n, line)
			}
			return nil
		}
		for _, text := range texts(content) {
			look(path, text.line, text.said)
		}
		return nil
	})
	if err != nil || seen < 500 {
		t.Errorf("looked at %d files (%v); want all of the repository", seen, err)
	}
}

// said is a line of a text in a source.
type said struct {
	line int
	said string
}

// texts are the lines of all string literals of a source; import paths and names of JSON
// stand for themselves.
func texts(source []byte) []said {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(source))
	s.Init(file, source, nil, 0)
	var list []said
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return list
		}
		text, err := strconv.Unquote(literal)
		if kind != token.STRING || err != nil {
			continue
		}
		first := file.Line(at)
		for i, line := range strings.Split(text, "\n") {
			list = append(list, said{first + i, line})
		}
	}
}
