package cli

import (
	"fmt"

	"idscope/gen"
)

// NamespaceFlag is the namespace of a name: one of RFC 9562, or any UUID.
func NamespaceFlag() Choice {
	return Choice{List: gen.Namespaces[:], More: "UUID", Means: "that one", Accept: func(text string) error {
		if _, ok := gen.Namespace(text); !ok {
			return fmt.Errorf("%q is not a namespace; use dns, url, oid, x500 or a UUID", text)
		}
		return nil
	}}
}
