package cmd

import (
	"strings"
	"testing"

	"idscope/cmd/internal/cli"
)

// TestFromReadsTo: all that --to writes of an id is read with --from of the same form, back to that id.
func TestFromReadsTo(t *testing.T) {
	for _, test := range []struct {
		id, form string
		as       []string
		forms    int // of those that hold the bits of the id
	}{
		{"1541815603606036480", "int", []string{"--as", "snowflake"}, 26},
		{"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "uuid", nil, 34},
	} {
		n := 0
		for _, form := range cli.Names(forms()) {
			there := call(t, nil, append([]string{"convert", test.id, "--to", form}, test.as...)...)
			if there.status != 0 {
				continue
			}
			n++
			back := call(t, func(e *Environment) { e.In = strings.NewReader(there.out) },
				append([]string{"convert", "--from", form, "--to", test.form}, test.as...)...)
			if back.out != test.id+"\n" {
				t.Errorf("%s in %s is %q, which reads back as %+v", test.id, form, there.out, back)
			}
		}
		if n != test.forms {
			t.Errorf("%d forms hold the bits of %s; want %d", n, test.id, test.forms)
		}
	}
}
