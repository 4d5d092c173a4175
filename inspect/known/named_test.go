package known

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestNamedUUIDsEqualGoogle compares versions 3 and 5 over all namespaces and
// names of every kind.
func TestNamedUUIDsEqualGoogle(t *testing.T) {
	names := map[string]bool{"": true, "a": true, "\x00": true, "\xff\xfe": true, "naïve café": true, "日本語": true,
		"👩‍👩‍👧": true, "e\u0301": true, "\u00e9": true,
		strings.Repeat("x", 63): true, strings.Repeat("x", 64): true, strings.Repeat("long ", 200_000): true}
	for _, v := range readVectors(t) {
		if v.Scheme == "uuid" && v.option("namespace") != "" {
			names[v.option("name")] = true
			raw, _ := hex.DecodeString(v.option("name_hex"))
			names[string(raw)] = true
		}
	}
	if len(names) < 45 {
		t.Errorf("%d names; want those of the vectors", len(names))
	}
	v3, _ := Get("uuidv3")
	v5, _ := Get("uuidv5")
	for _, namespace := range []uuid.UUID{uuid.NameSpaceDNS, uuid.NameSpaceURL, uuid.NameSpaceOID, uuid.NameSpaceX500,
		uuid.Nil, uuid.Max} {
		for name := range names {
			if got, want := uuid.UUID(v3.Digest(namespace, []byte(name))), uuid.NewMD5(namespace, []byte(name)); got != want {
				t.Errorf("uuidv3 of %s, %.40q = %s; want %s", namespace, name, got, want)
			}
			if got, want := uuid.UUID(v5.Digest(namespace, []byte(name))), uuid.NewSHA1(namespace, []byte(name)); got != want {
				t.Errorf("uuidv5 of %s, %.40q = %s; want %s", namespace, name, got, want)
			}
		}
	}
}
