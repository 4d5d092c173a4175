package cli

import (
	"fmt"

	"idscope/gen"
)

// namespaces are those of RFC 9562 section 6.6, in the order of their numbers.
var namespaces = [...]gen.Choice{
	{Name: "dns", Help: "the name is a domain name"},
	{Name: "url", Help: "the name is a URL"},
	{Name: "oid", Help: "the name is an object identifier"},
	{Name: "x500", Help: "the name is an X.500 distinguished name"},
}

// namespaceNumbers tell the namespaces apart: 6ba7b81N-9dad-11d1-80b4-00c04fd430c8.
var namespaceNumbers = [...]byte{0x10, 0x11, 0x12, 0x14}

// NamespaceFlag is the namespace of a name: one of RFC 9562, or any UUID.
func NamespaceFlag() Choice {
	return Choice{List: namespaces[:], More: "UUID", Means: "that one", Accept: func(text string) error {
		if _, err := (gen.Text{Form: gen.UUID}).Parse([]byte(text), 128); err != nil {
			return fmt.Errorf("%q is not a namespace; want dns, url, oid, x500 or a UUID", text)
		}
		return nil
	}}
}

// Namespace returns the UUID of a value of NamespaceFlag.
func Namespace(text string) [16]byte {
	for i, n := range namespaces {
		if n.Name == text {
			return [16]byte{0x6b, 0xa7, 0xb8, namespaceNumbers[i], 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f,
				0xd4, 0x30, 0xc8}
		}
	}
	id, _ := gen.Text{Form: gen.UUID}.Parse([]byte(text), 128) // checked by the flag
	return id.Bytes16()
}
