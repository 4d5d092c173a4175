package cmd

import (
	"embed"
	"fmt"
	"strings"

	"idscope/bench/collide"
	"idscope/bench/report"
	"idscope/inspect/known"
)

// docFiles are the texts of help: docs/COMMAND.md for each command, its words parted by hyphens,
// and docs/topics/TOPIC.md for what several commands share. They are read when help is asked for.
//
//go:embed docs
var docFiles embed.FS

// doc is a text of help. Its prose is paragraphs, which empty lines part, and items, which are
// indented: see [ui.Page.Prose].
type doc struct {
	title    string
	about    string
	examples []string // command lines
}

// commandDoc is the text of the command at a path such as "idscope worker list".
func commandDoc(path string) doc { return readDoc("docs/" + docName(path) + ".md") }

func docName(path string) string {
	return strings.ReplaceAll(strings.TrimPrefix(path, "idscope "), " ", "-")
}

// topicDoc is the text of a topic, and whether there is one of that name.
func topicDoc(name string) (doc, bool) {
	for _, t := range topicNames() {
		if t == name {
			return readDoc("docs/topics/" + name + ".md"), true
		}
	}
	return doc{}, false
}

// topicColumn is where what is said of a topic begins in a list of them.
const topicColumn = 14

// topicNames are the topics in the order of help.
func topicNames() []string {
	return []string{"schemes", "times", "layouts", "exit", "json", "unique", "counters", "environment"}
}

// topicShort is a topic in a line.
func topicShort(name string) string {
	d, _ := topicDoc(name)
	return strings.TrimPrefix(d.title, name+": ")
}

// readDoc reads a file: a title, text in which blocks are items, and a block of examples below the
// heading Examples. A file that is missing is an empty text: a test holds that there is none.
func readDoc(path string) doc {
	text, _ := docFiles.ReadFile(path)
	var d doc
	var about strings.Builder
	block, examples := false, false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			block = !block
		case !block && strings.HasPrefix(line, "# "):
			d.title = line[2:]
		case !block && line == "## Examples":
			examples = true
		case examples && block:
			d.examples = append(d.examples, line)
		case block && line != "":
			about.WriteString("  " + line + "\n")
		case !examples:
			about.WriteString(line + "\n")
		}
	}
	d.about = strings.Trim(about.String(), "\n")
	for name, list := range derived() {
		if strings.Contains(d.about, name) {
			d.about = strings.ReplaceAll(d.about, name, list())
		}
	}
	return d
}

// derived are the lists that texts of help contain, by what is in their place in a file.
func derived() map[string]func() string {
	return map[string]func() string{
		"{REPORT}": func() string { return strings.Join(report.DefaultSchemes(), ", ") },
		"{RULES}": func() string {
			var list []string
			for _, r := range collide.RulesChoices() {
				list = append(list, r.Name)
			}
			return strings.Join(list, ", ")
		},
		"{FAULTS}": func() string {
			var list []string
			for _, c := range collide.FaultChoices() {
				form, what, _ := strings.Cut(c.Help, ": ")
				list = append(list, fmt.Sprintf("%-30s %s", form, what))
			}
			return strings.Join(list, "\n  ")
		},
		"{TOPICS}": func() string {
			var list []string
			for _, name := range topicNames() {
				list = append(list, fmt.Sprintf("%-*s%s", topicColumn, name, topicShort(name)))
			}
			return strings.Join(list, "\n  ")
		},
		"{MAY-REPEAT}": func() string {
			var list []string
			for _, s := range known.All() {
				if s.MayRepeat() {
					list = append(list, s.Name)
				}
			}
			return strings.Join(list, ", ")
		},
	}
}
