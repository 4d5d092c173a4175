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
	query, wrong := url.Values{"sslmode": {"disable"}}, ""
	for _, name := range sslOptions() {
		if v := t.Option(name); v != "" {
			query.Set(name, v)
		}
	}
	modes := []string{"disable", "require", "verify-ca", "verify-full"}
	switch mode := t.Option("sslmode"); {
	case mode == "" && len(query) > 1:
		wrong = "options sslrootcert, sslcert and sslkey need sslmode; add sslmode=verify-full"
	case mode == "":
	case mode == "allow", mode == "prefer":
		wrong = fmt.Sprintf("sslmode=%s may connect without encryption; use require, verify-full or disable", mode)
	case !slices.Contains(modes, mode):
		wrong = fmt.Sprintf("sslmode=%.50q is unknown; use one of %s", mode, strings.Join(modes, ", "))
	case t.Option("tls")+t.Option("ca")+t.Option("cert")+t.Option("key") != "":
		wrong = "sslmode cannot be combined with tls, ca, cert or key; use sslrootcert, sslcert and sslkey"
	case mode != "disable":
		t.Encrypt() // what to check after an error
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w (%s): %s", store.ErrURL, t.Engine, wrong)
	}
	return query, nil
}
