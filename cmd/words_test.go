package cmd

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unwanted is a word that says something else than is meant, and what to say for it.
type unwanted struct{ word, say string }

// neverRight are words that are right nowhere: in no text, no comment and no name.
var neverRight = []unwanted{
	{`odds`, "probability of a collision, or chance"},
	{`spellings?|spelled|spelt`, "encoding"},
	{`giv(es?|en) away`, "reveals"},
	{`can not`, "cannot"},
	{`stands?`, "is, or what it does: comes first, means, encodes"},
	{`whoever`, "anyone who, or name it: the caller, a process, a host"},
	{`anew|all the same`, "again; anyway, or also"},
}

// wanting is how an error must not say what to do. It is looked for in texts alone: code may be so.
var wanting = unwanted{`; want|^want`, "; use, or ; give"}

// unsaidToUsers are words that have a right meaning in code, but not where users read.
var unsaidToUsers = []unwanted{
	{`mak(e|es|er|ers|ing)|made`, "generate; or what is really done: write, set, take"},
	{`identifiers?`, "id"},
	{`patterns?`, "format, or text of parts"},
	{`leak(s|ed)?`, "reveals"},
	{`used up`, "exhausted"},
	{`(went|goes|going) back`, "moved backwards"},
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

// wordRules are words, and the pattern of one of them.
type wordRules struct {
	words []unwanted
	one   *regexp.Regexp
}

func wordRulesOf(lists ...[]unwanted) wordRules {
	words := slices.Concat(lists...)
	var each []string
	for _, u := range words {
		edge := `\b`
		if u.word[0] == ';' {
			edge = ""
		}
		each = append(each, edge+`(?:`+u.word+`)\b`)
	}
	return wordRules{words, regexp.MustCompile(`(?i)` + strings.Join(each, "|"))}
}

// hold reports the first word of a text that is not wanted.
func (r wordRules) hold(t *testing.T, path string, line int, text string) {
	if !r.one.MatchString(text) {
		return
	}
	found := r.one.FindString(allowed.ReplaceAllString(text, ""))
	if found == "" {
		return
	}
	for _, u := range r.words {
		if regexp.MustCompile(`(?i)^(?:` + u.word + `)$`).MatchString(found) {
			t.Errorf("%s:%d says %q; say %s: %.120s", path, line, found, u.say, strings.TrimSpace(text))
			return
		}
	}
}

// TestWords holds the words of screens, errors, help, pages, comments and names. Every text of the
// sources is looked at, so that a message that no test shows is held to them too.
func TestWords(t *testing.T) {
	t.Parallel()
	everywhere, pages := wordRulesOf(neverRight), wordRulesOf(neverRight, unsaidToUsers)
	texts := wordRulesOf(neverRight, unsaidToUsers, []unwanted{wanting})
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
		how := wordsIn(path)
		if how == wordsNotHeld {
			return nil
		}
		seen++
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if how == wordsOfSource {
			for _, s := range saidBy(content) {
				if s.text {
					texts.hold(t, path, s.line, s.said)
				} else {
					everywhere.hold(t, path, s.line, s.said)
				}
			}
			return nil
		}
		n, list := 0, pages
		if how == wordsOfProgram {
			list = everywhere
		}
		for line := range strings.Lines(string(content)) {
			n++
			list.hold(t, path, n, line)
		}
		return nil
	})
	if err != nil || seen < 500 {
		t.Errorf("looked at %d files (%v); want all of the repository", seen, err)
	}
}

// wordsHeld is how the words of a file are held.
type wordsHeld int

const (
	wordsNotHeld   wordsHeld = iota
	wordsOfSource            // of Go: texts by all rules, comments and names by those that hold everywhere
	wordsOfPage              // all of it is read by users
	wordsOfProgram           // in another language, whose comments and names are not told from its texts
)

// wordsIn returns how a file is held. Tests, and folders of helpers of tests, are not.
func wordsIn(path string) wordsHeld {
	name, dir := filepath.Base(path), filepath.Dir(path)
	switch filepath.Ext(name) {
	case ".go":
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(dir, "test") ||
			strings.Contains(dir, "/testing/") {
			return wordsNotHeld
		}
		return wordsOfSource
	case ".md":
		return wordsOfPage
	case ".pml", ".svg", ".tmpl", ".js", ".css", ".html":
		return wordsOfProgram
	}
	switch {
	case filepath.Base(dir) == "man", strings.HasSuffix(name, ".json.in"), strings.HasSuffix(name, ".rb.in"):
		return wordsOfPage
	case strings.HasPrefix(path, filepath.Join("..", ".ci")):
		return wordsOfProgram
	}
	return wordsNotHeld
}

// said is a line of a text, a comment or a name in a source.
type said struct {
	line int
	said string
	text bool
}

// saidBy are the lines of all string literals and comments of a source, and its names, each once and
// with blanks between their words; import paths and names of JSON are as they are.
func saidBy(content []byte) []said {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(content))
	s.Init(file, content, nil, scanner.ScanComments)
	var list []said
	seen := map[string]bool{}
	for {
		at, kind, literal := s.Scan()
		switch kind {
		case token.EOF:
			return list
		case token.STRING:
			if text, err := strconv.Unquote(literal); err == nil {
				literal = text
			}
		case token.IDENT:
			if seen[literal] {
				continue
			}
			seen[literal] = true
			literal = "the name " + nameWords.ReplaceAllString(literal, "$0 ")
		case token.COMMENT:
		default:
			continue
		}
		first := file.Line(at)
		for i, line := range strings.Split(literal, "\n") {
			list = append(list, said{first + i, line, kind == token.STRING})
		}
	}
}

// nameWords are the words that a name is made of.
var nameWords = regexp.MustCompile(`\p{Lu}*[^\p{Lu}_]+|\p{Lu}+|_+`)
