package server

import (
	"errors"
	"testing"

	"idscope/gen/server/service"
	"idscope/gen/store/testserver"
	"idscope/gen/testing/try"
)

// TestCheckGroup: a file is checked with generators of each kind, also those that no leader is needed for.
func TestCheckGroup(t *testing.T) {
	text := "[generators.a]\nscheme = \"uuidv4\"\n[generators.b]\nscheme = \"snowflake\"\n" +
		"[generators.c]\nscheme = \"nanoid\"\n"
	changes, err := Engine{}.CheckGroup("group.toml", []byte(text), nil, schemeOf)
	if err != nil || len(changes) != 3 || changes[0] != (service.Change{Table: "generators.a", What: "added"}) {
		t.Errorf("%v, %v; want three generators added", changes, err)
	}
}

// TestGroupReplace: of two who write the file of a group from one version, the second is
// told, and changes nothing; so is one who thinks that there is none.
func TestGroupReplace(t *testing.T) {
	s := testserver.Etcd(t, "two who write the file of a group")
	open := func() service.Group {
		g := try.Of(Engine{}.OpenGroup(t.Context(), s.URL, "")).Or(t)
		t.Cleanup(func() { _ = g.Close() })
		return g
	}
	a, b := open(), open()
	ctx := t.Context()
	if text, version, err := a.File(ctx); err != nil || len(text) > 0 || version != "" {
		t.Fatalf("at first: %q, %q, %v; want no file", text, version, err)
	}
	try.Works(t, a.Replace(ctx, []byte("1"), ""))
	for _, test := range []struct {
		who  service.Group
		text string
		good bool
	}{{b, "2", true}, {a, "3", false}} {
		_, version, _ := b.File(ctx)
		if !test.good {
			version = "1.0"
		}
		if err := test.who.Replace(ctx, []byte(test.text), version); (err == nil) != test.good ||
			!test.good && !errors.Is(err, service.ErrGroupChanged) {
			t.Errorf("%s over version %s: %v; want it written: %v", test.text, version, err, test.good)
		}
	}
	try.Fails(t, a.Replace(ctx, []byte("4"), ""), service.ErrGroupChanged, "over no file:")
	if text, _, err := a.File(ctx); err != nil || string(text) != "2" {
		t.Errorf("the file is %q, %v; want 2", text, err)
	}
}
