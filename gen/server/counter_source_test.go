package server

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCounterErrors: what a counter cannot have is refused.
func TestCounterErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`scheme = "segment"` + "\nstore = 7", `serve.toml:3: store is not a text`},
		{`scheme = "segment"` + "\nstore = \"nothing\"", `serve.toml:3: the store's URL is not understood`},
		{`scheme = "segment"` + "\nstep = -1", `serve.toml:3: step -1 is below 1`},
		{`scheme = "segment"` + "\norder = \"any\"", `serve.toml:3: order "any" is unknown: use trend or asked`},
		{`scheme = "segment"` + "\norder = \"strict\"",
			`serve.toml:3: order "strict" is gone: use order = "asked", or a sequence of a group of servers`},
		{`scheme = "segment"` + "\nlease = \"5s\"", `serve.toml:3: key "generators.x.lease" is unknown`},
		{`scheme = "ticket"` + "\norder = \"asked\"", `generator x: ticket has no order: use it with ["segment"]`},
		{`scheme = "ticket"` + "\noffset = 2", `serve.toml:3: offset 2 goes with a step`},
		{`scheme = "date-seq"` + "\ndigits = 3", `serve.toml:3: digits 3: use 4 to 15`},
		{`scheme = "date-seq"` + "\ntz = \"Nowhere\"", `serve.toml:3: tz "Nowhere" is not a zone`},
		{`scheme = "ticket"` + "\nstore = [\"redis://a\", \"redis://a\"]", `serve.toml:3: store redis://a is given twice`},
		{`scheme = "segment"`, `generator x: segment is counted in a store: use store = `},
		{`scheme = "segment"` + "\nstore = \"redis://here\"", `generator x: no driver of that store: "redis"`},
		{`scheme = "segment"` + "\nstore = [\"file:a\", \"file:b\"]", `generator x: segment is counted in one store, got 2`},
		{`scheme = "segment"` + "\nstore = \"file:DIR\"", `there is no store yet; check the path: use create = true`},
		{`scheme = "segment"` + "\ndigits = 5", `generator x: segment has no digits: use it with ["date-seq"]`},
		{`scheme = "segment"` + "\nworker = 5", `generator x: segment is counted in a store: remove layout`},
		{`scheme = "segment"` + "\nstep = 10000000", `generator x: step 10000000 is too large`},
		{`scheme = "ticket"` + "\ncreate = true\nstore = \"file:DIR\"", `has no tables that number rows`},
		{`scheme = "ulid"` + "\nstore = \"file:a\"", `generator x: ulid is not a counter: remove store`},
	} {
		t.Run(test.text, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "serve.toml")
			text := strings.ReplaceAll("[generators.x]\n"+test.text+"\n", "DIR", filepath.Join(dir, "ids"))
			writeFileText(t, path, text)
			r := &running{log: &lockedBuffer{}}
			o := optionsOf(r, dir)
			o.File = path
			got, err := New(t.Context(), o)
			if err == nil {
				_ = got.close()
			}
			if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), dir+"/", ""), test.want) {
				t.Errorf("the error is %v; want %s", err, test.want)
			}
		})
	}
}
