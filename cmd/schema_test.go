package cmd

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"idscope/gen/testing/try"
)

// The schemas of the JSON that commands write: what later versions keep. The page "json" of
// help lists them.
//
//go:embed testdata/schema
var schemaFiles embed.FS
var schemasRead sync.Map // by file: calls are thousands

const schemaFolder = "testdata/schema"

// schemaRow is a line of the list in the page: a call and the file with its schema.
type schemaRow struct{ call, file string }

// command is the path of the call's command, without flags.
func (r schemaRow) command() string {
	words := strings.Fields(r.call)
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") }); i >= 0 {
		words = words[:i]
	}
	return strings.Join(words, " ")
}

// schemaRows are the lines of the list: "  gen --format json   gen.json".
func schemaRows() (list []schemaRow) {
	for line := range strings.Lines(readDoc("docs/topics/json.md").about) {
		words := strings.Fields(line)
		if n := len(words); strings.HasPrefix(line, "  ") && n > 1 && strings.HasSuffix(words[n-1], ".json") {
			list = append(list, schemaRow{strings.Join(words[:n-1], " "), words[n-1]})
		}
	}
	return list
}

// renamed are the members of a call's JSON that the page says were renamed, old names before new ones:
// "  compare --json   bits size_bits, rate per_second".
func (r schemaRow) renamed() (pairs [][2]string) {
	for line := range strings.Lines(readDoc("docs/topics/json.md").about) {
		rest, is := strings.CutPrefix(strings.TrimSpace(line), r.call+"  ")
		for pair := range strings.SplitSeq(rest, ",") {
			if words := strings.Fields(pair); is && len(words) == 2 {
				pairs = append(pairs, [2]string(words))
			}
		}
	}
	return pairs
}

// compiled returns the schema of a file, to validate with and as it is.
func compiled(file string) (*jsonschema.Schema, map[string]any, error) {
	text, err := schemaFiles.ReadFile(schemaFolder + "/" + file)
	if err != nil {
		return nil, nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(file, document); err != nil {
		return nil, nil, err
	}
	s, err := c.Compile(file)
	return s, document.(map[string]any), err
}

// checkJSON holds each line of what a call wrote, if that is JSON, against the schemas of the command.
func checkJSON(args []string, text string) error {
	if !strings.HasPrefix(text, `{"schema":`) {
		return nil
	}
	_, root := tree()
	c, _, err := root.Find(args)
	if err != nil {
		return nil
	}
	command := strings.TrimPrefix(c.CommandPath(), "idscope ")
	if c == root { // IDs alone are inspected
		command = "inspect"
	}
	var schemas []*jsonschema.Schema
	for _, row := range schemaRows() {
		if row.command() == command {
			s, read := schemasRead.Load(row.file)
			if !read {
				if s, _, err = compiled(row.file); err != nil {
					return err
				}
				schemasRead.Store(row.file, s)
			}
			schemas = append(schemas, s.(*jsonschema.Schema))
		}
	}
	for line := range strings.Lines(text) {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			return fmt.Errorf("%q wrote %q: %w", args, line, err)
		}
		if !slices.ContainsFunc(schemas, func(s *jsonschema.Schema) bool { return s.Validate(value) == nil }) {
			err := fmt.Errorf("%q wrote %swhich is as no schema of %s says", args, line, command)
			for _, s := range schemas {
				err = errors.Join(err, s.Validate(value))
			}
			return err
		}
	}
	return nil
}

// TestSchemaList: the page of help names the schema of each command that writes JSON, and
// each schema, and the members that were renamed.
func TestSchemaList(t *testing.T) {
	var listed, files []string
	for _, row := range schemaRows() {
		listed, files = append(listed, row.command()), append(files, row.file)
	}
	var offers []string
	for _, call := range offered("json") {
		command, _, _ := strings.Cut(call, " --")
		offers = append(offers, command)
	}
	slices.Sort(listed)
	if listed, offers = slices.Compact(listed), slices.Compact(offers); !slices.Equal(listed, offers) {
		t.Errorf("the page json lists schemas of %q; commands that write JSON: %q", listed, offers)
	}
	entries, _ := fs.ReadDir(schemaFiles, schemaFolder)
	var present []string
	for _, e := range entries {
		present = append(present, e.Name())
	}
	if slices.Sort(files); !slices.Equal(slices.Compact(files), present) {
		t.Errorf("the page json lists %q; %s has %q", files, schemaFolder, present)
	}
	if !strings.Contains(readDoc("docs/topics/json.md").about, "cmd/"+schemaFolder) {
		t.Errorf("the page json does not say that the schemas are in cmd/%s", schemaFolder)
	}
	for _, row := range schemaRows() { // the number is 2 where members were renamed, and have the new names alone
		_, root, err := compiled(row.file)
		if err != nil {
			t.Fatalf("%s: %v", row.file, err)
		}
		all, number := places(root), "1"
		has := func(name string) bool {
			return slices.ContainsFunc(all, func(place string) bool { return strings.HasSuffix(place, "."+name) })
		}
		for _, names := range row.renamed() {
			if number = "2"; has(names[0]) || !has(names[1]) {
				t.Errorf("%s: want %s in place of %s", row.file, names[1], names[0])
			}
		}
		if got := fmt.Sprint(members(root, "properties")["schema"]["const"]); got != number || root["$id"] != row.file ||
			!slices.Contains(root["required"].([]any), any("schema")) {
			t.Errorf("%s: want $id %s, and the schema number %s in each object; it has %s", row.file, row.file, number, got)
		}
	}
}

// keywords are those that schemas use, and TestSchemas understands.
var keywords = []string{"$schema", "$id", "$ref", "$defs", "title", "description", "type", "const", "enum", "pattern",
	"minLength", "minimum", "exclusiveMinimum", "maximum", "minItems", "maxItems", "items", "properties",
	"additionalProperties", "required", "oneOf", "if", "then", "else"}

// TestSchemasAreStrict: an object has the members that its schema names and no others, or
// is a map of texts; nothing is null, and no value is of any kind.
func TestSchemasAreStrict(t *testing.T) {
	for _, row := range schemaRows() {
		_, root, err := compiled(row.file)
		if err != nil {
			t.Fatalf("%s: %v", row.file, err)
		}
		var walk func(node map[string]any, at string)
		walk = func(node map[string]any, at string) {
			for name := range node {
				if !slices.Contains(keywords, name) {
					t.Errorf("%s: %s uses %s, which the tests do not understand", row.file, at, name)
				}
			}
			switch kind := node["type"]; kind {
			case nil, "string", "boolean", "integer", "number":
			case "array":
				walk(node["items"].(map[string]any), at+"[]")
			case "object":
				if more, ok := node["additionalProperties"].(map[string]any); ok {
					walk(more, at+".*")
				} else if node["additionalProperties"] != false {
					t.Errorf("%s: %s allows other members", row.file, at)
				}
			default:
				t.Errorf("%s: %s has the type %v", row.file, at, kind)
			}
			if enum, _ := node["enum"].([]any); slices.Contains(enum, nil) {
				t.Errorf("%s: %s allows null", row.file, at)
			}
			if node["type"] == nil && node["$ref"] == nil && node["enum"] == nil && node["const"] == nil {
				t.Errorf("%s: %s allows any value", row.file, at)
			}
			for _, group := range []string{"properties", "$defs"} {
				for name, sub := range members(node, group) {
					walk(sub, at+"."+name)
				}
			}
		}
		walk(root, "$")
	}
}

// visit calls f with the place of each value of a document in its schema, of which node is the part for this value.
func visit(root, node map[string]any, value any, place string, f func(place string)) {
	if ref, ok := node["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/$defs/")
		node, place = root["$defs"].(map[string]any)[name].(map[string]any), "#"+name
	}
	f(place)
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			visit(root, node["items"].(map[string]any), item, place+"[]", f)
		}
	case map[string]any:
		properties, _ := node["properties"].(map[string]any)
		for name, member := range value {
			if sub, ok := properties[name].(map[string]any); ok {
				visit(root, sub, member, place+"."+name, f)
			} else if sub, ok := node["additionalProperties"].(map[string]any); ok {
				visit(root, sub, member, place+".*", f)
			}
		}
	}
}

// places are those of all members that a schema has.
func places(root map[string]any) (list []string) {
	var walk func(node map[string]any, place string)
	walk = func(node map[string]any, place string) {
		if ref, ok := node["$ref"].(string); ok {
			list = append(list, "#"+strings.TrimPrefix(ref, "#/$defs/"))
			return
		}
		list = append(list, place)
		for name, sub := range members(node, "properties") {
			walk(sub, place+"."+name)
		}
		if items, ok := node["items"].(map[string]any); ok {
			walk(items, place+"[]")
		}
		if more, ok := node["additionalProperties"].(map[string]any); ok {
			walk(more, place+".*")
		}
	}
	walk(root, "$")
	for name, sub := range members(root, "$defs") {
		walk(sub, "#"+name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func members(node map[string]any, group string) map[string]map[string]any {
	list := map[string]map[string]any{}
	all, _ := node[group].(map[string]any)
	for name, sub := range all {
		if sub, ok := sub.(map[string]any); ok {
			list[name] = sub
		}
	}
	return list
}

// answeredJSON are the lines of JSON in the answers, by their command.
func answeredJSON(t *testing.T) map[string][]string {
	lines, command := map[string][]string{}, ""
	_, root := tree()
	for _, path := range try.Of(filepath.Glob("testdata/answers/*.txt")).Or(t) {
		for line := range strings.Lines(string(try.Of(os.ReadFile(path)).Or(t))) {
			if line[0] == '$' {
				c, _, _ := root.Find(quoted(t, strings.TrimLeft(line, "$0123456789")))
				command = strings.TrimPrefix(c.CommandPath(), "idscope ")
			} else if json, ok := strings.CutPrefix(line, "> "); ok && strings.HasPrefix(json, `{"schema":`) {
				lines[command] = append(lines[command], json)
			}
		}
	}
	return lines
}

// TestSchemas: what commands write is as their schemas say, and every member of a schema is in some of it, or in the
// answers, each of which is as one of the schemas of its command.
func TestSchemas(t *testing.T) {
	t.Parallel()
	written, answered := samplesOfJSON(t), answeredJSON(t)
	for _, row := range schemaRows() {
		s, root, err := compiled(row.file)
		if err != nil {
			t.Errorf("%s: %v", row.file, err)
			continue
		}
		left := places(root)
		for i, line := range slices.Concat(written[row.file], answered[row.command()]) {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			if err == nil {
				err = s.Validate(value)
			}
			if err != nil {
				if i < len(written[row.file]) {
					t.Errorf("%s: %v\n%s", row.file, err, line)
				}
				continue
			}
			visit(root, root, value, "$", func(place string) {
				if i, found := slices.BinarySearch(left, place); found {
					left = slices.Delete(left, i, i+1)
				}
			})
		}
		left = slices.DeleteFunc(left, func(place string) bool { return slices.Contains(unseen[row.file], place) })
		if len(left) > 0 {
			t.Errorf("%s: no output of %q has %q", row.file, row.call, left)
		}
	}
}
