package cli

import "idscope/gen"

// Codecs are the ways to write numbers as texts that do not show them. They are
// no schemes: they make no numbers, and any text may be one.
func Codecs() []gen.Choice {
	return []gen.Choice{
		{Name: "sqids", Help: "obfuscated numbers, with --alphabet, --min-length, --blocklist"},
		{Name: "hashids", Help: "obfuscated numbers, with --salt, --alphabet, --min-length"},
	}
}

// IsCodec reports whether a name is one of the codecs.
func IsCodec(name string) bool { return name == "sqids" || name == "hashids" }
