package inspect

import (
	"fmt"
	"strings"
	"testing"
)

// TestGuardsOfLongWords: a word of a mebibyte with a guard every few bytes is looked through once, and not once
// for each of them, which takes minutes; a secret at its end is found.
func TestGuardsOfLongWords(t *testing.T) {
	const token = "glpat-aB3dE5gH7jK9mN1pQ2rS"
	g := AllGuards()
	for _, part := range []string{"glpat-", "eyJ.", "sk-", "hf_", "sk_live_", "****glpat-", "x=", "s", "secret"} {
		long := strings.Repeat(part, 1<<20/len(part))
		from, masked := 0, 0
		for start, end, ok := g.Find(long+" "+token, from); ok; start, end, ok = g.Find(long+" "+token, from) {
			from, masked = end, start
		}
		if masked < len(long) {
			t.Errorf("behind a long word of %q no secret is found from %d on; want one of %q", part, from, token)
		}
	}
}

// TestGuardsOfUUIDs: groups of a UUID that look like the number of a card are none, so that it is read; such a
// number beside other words is one.
func TestGuardsOfUUIDs(t *testing.T) {
	g := AllGuards()
	for i := range 20000 {
		group := fmt.Sprintf("%04d-7%03d-8%03d-%04d", 4000+i/1000, i%1000, i*7%1000, i*13%10000)
		for _, id := range []string{"01a20a60-" + group + "d9dcd76e", "01a20a60-" + group + "19024763",
			"01a20a6f-" + group + "ffffffff", strings.ReplaceAll("01a20a60-"+group+"d9dcd76e", "-", "")} {
			if start, end, ok := g.Find(id, 0); ok {
				t.Fatalf("%q is masked from %d to %d; want it whole, it is a UUID", id, start, end)
			}
		}
	}
	for _, text := range []string{"4002-7200-8235-9137", "a 4002720082359137 b", "pan=4002 7200 8235 9137,", "(4002720082359137)"} {
		if _, _, ok := g.Find(text, 0); !ok {
			t.Errorf("%q has no secret; want the number of a card", text)
		}
	}
}
