package scheme

import (
	"strings"
	"testing"
)

// TestAWSEntries: a prefix that a line of the list broke was no prefix.
func TestAWSEntries(t *testing.T) {
	found := map[string]string{}
	for name, object := range awsEntries {
		if name == "" || object == "" || strings.ContainsAny(name+object, "\n;") {
			t.Errorf("entry %q %q; want a prefix and an object in one line", name, object)
		}
		found[name] = object
	}
	for name, want := range map[string]string{
		"eipalloc": "elastic IP address", "eni-attach": "network interface attachment",
	} {
		if found[name] != want {
			t.Errorf("%s is %q; want %q", name, found[name], want)
		}
	}
}
