package postgres

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

// sslOptions are those of PostgreSQL's own clients. They mean what they mean there, and the
// client reads them: require encrypts and trusts every certificate, unless sslrootcert names
// who signs it; verify-ca and verify-full check it.
func sslOptions() []string { return []string{"sslmode", "sslrootcert", "sslcert", "sslkey"} }

// encryption returns what the URL says of TLS in those words. Without any there is no TLS,
// unless the options that all engines have turn it on.
func encryption(t *target.Target) (url.Values, error) {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%w (%s): %s", store.ErrURL, t.Engine, fmt.Sprintf(format, args...))
	}
	mode := t.Option("sslmode")
	query := url.Values{"sslmode": {"disable"}}
	for _, name := range sslOptions() {
		if v := t.Option(name); v != "" {
			query.Set(name, v)
		}
	}
	common := slices.ContainsFunc([]string{"tls", "ca", "cert", "key"}, func(name string) bool { return t.Option(name) != "" })
	modes := []string{"disable", "require", "verify-ca", "verify-full"}
	switch {
	case mode == "" && len(query) > 1:
		return nil, wrong("options sslrootcert, sslcert and sslkey need sslmode; add sslmode=verify-full")
	case mode == "":
		return query, nil
	case mode == "allow", mode == "prefer":
		return nil, wrong("sslmode=%s may connect without encryption; use require, verify-full or disable", mode)
	case !slices.Contains(modes, mode):
		return nil, wrong("sslmode=%.50q is unknown; use one of %s", mode, strings.Join(modes, ", "))
	case common:
		return nil, wrong("sslmode cannot be combined with tls, ca, cert or key; use sslrootcert, sslcert and sslkey")
	case mode != "disable":
		t.Encrypt() // what to check after an error
	}
	return query, nil
}
