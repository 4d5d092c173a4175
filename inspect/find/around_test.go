package find

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// TestAround compares with testdata/around.txt what is found of each scheme's example with other text around it: how
// many finds there are, by default and with --all, and a hash of these and of the text that was passed on, whose
// secrets are masked. If it is meant: -update writes the file.
func TestAround(t *testing.T) {
	around := strings.Split(`§ |§§|§,§,§|"§"|'§'|(§)|[§]|{§}|<§>|id=§&n=1|/§/|/§.json|?id=§#top|§.§|x§|§x|0§|§0|_§|§_|`+
		`-§|§-|a_§_b|a-§-b|order:§|user§|§:8080|§@example.com|é§é|␛[32m§␛[0m|§…|x-§|ID§|"id": "§",|urn:uuid:§|`+
		`{"a":§}|§%20§|%22§%22|\n§\n|password=§|token: §|Bearer §|aws_secret_access_key=§|key §|https://u:§@h/|`+
		`.§|§.|+§|§+|=§|§=|§==|#§|$§|*§*|~§`, "|")
	var all strings.Builder
	byDefault, everything := options(t), options(t)
	everything.All = true
	for _, s := range append(append(known.All(), known.Unlisted()...), known.Asked()...) {
		if s.Example.Text == "" {
			continue
		}
		sum := fnv.New64a()
		var text strings.Builder
		for _, a := range around {
			text.WriteString(strings.NewReplacer("§", s.Example.Text, "␛", "\x1b").Replace(a) + "\n")
		}
		few, passed := search(t, byDefault, strings.NewReader(text.String()))
		many, _ := search(t, everything, strings.NewReader(text.String()))
		fmt.Fprintf(sum, "%v %v %s", few, many, passed)
		fmt.Fprintf(&all, "%s %d %d %x\n", s.Title, len(few), len(many), sum.Sum64())
	}
	try.File(t, "testdata/around.txt", all.String())
}
