package index

import (
	"fmt"
	"slices"
	"strings"
)

// Find returns the driver that takes a DSN, or an error that lists the schemes
// that there are. The error shows of the DSN only what stands before its colon.
func Find(drivers []Driver, dsn string) (Driver, error) {
	word, _, ok := strings.Cut(dsn, ":")
	var all []string
	for _, d := range drivers {
		if ok && slices.Contains(d.Schemes(), word) {
			return d, nil
		}
		all = append(all, d.Schemes()[0]+":")
	}
	want := strings.Join(all, ", ")
	if !ok || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789+") != "" || word == "" || len(word) > 20 {
		return nil, fmt.Errorf("the database is not named by a URL; want one that begins with %s", want)
	}
	return nil, fmt.Errorf("%q is not a database that is measured here; want one of %s", word, want)
}
