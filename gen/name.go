package gen

import "strings"

// Fold returns a name of a scheme, a form or a value as it is compared: in small letters,
// without hyphens, underscores, dots and blanks. ULID, UUIDv7, objectId and uuid-v7 are
// written for ulid, uuidv7 and objectid.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(name))
}
