package known

import (
	"fmt"
	"time"

	"idscope/gen"
)

// hash is hexadecimal digits of the length of a hash: they may be any other random bits as well.
type hash struct {
	name, title, by string // by is the title with more words, or empty
	spec            string
	digits          int
	since           time.Time
	prior           float64
	note            string // what else looks the same
	example, source string
}

func hashMD5() *gen.Scheme {
	return hash{"md5", "MD5", "", "RFC 1321", 32, day(1992, 4, 1), 2.5,
		"a trace id, and a UUID without hyphens, look the same",
		"900150983cd24fb0d6963f7d28e17f72", "RFC 1321 section A.5"}.scheme()
}

func hashSHA1() *gen.Scheme {
	return hash{"sha1", "SHA-1", "SHA-1, as of git", fips, 40, day(1995, 4, 1), 4,
		"9 in 100 of them look like a KSUID in hexadecimal digits too",
		"a9993e364706816aba3e25717850c26c9cd0d89d", "FIPS 180-2, appendix A.1"}.scheme()
}

func hashSHA224() *gen.Scheme {
	return hash{"sha224", "SHA-224", "", fips, 56, day(2004, 2, 1), 1, "SHA-512/224 and SHA3-224 look the same",
		"23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7", "RFC 3874 section 3.1"}.scheme()
}

func hashSHA256() *gen.Scheme {
	return hash{"sha256", "SHA-256", "", fips, 64, day(2002, 8, 1), 4,
		"SHA3-256, BLAKE3 and keys of 256 bits look the same",
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "FIPS 180-2, appendix B.1"}.scheme()
}

func hashSHA384() *gen.Scheme {
	return hash{"sha384", "SHA-384", "", fips, 96, day(2002, 8, 1), 2, "SHA3-384 looks the same",
		"cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163" + "1a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
		"FIPS 180-2, appendix D.1"}.scheme()
}

func hashSHA512() *gen.Scheme {
	return hash{"sha512", "SHA-512", "", fips, 128, day(2002, 8, 1), 3, "SHA3-512 and BLAKE2b look the same",
		"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a" +
			"2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f", "FIPS 180-2, appendix C.1"}.scheme()
}

const fips = "FIPS 180-4"

func (h hash) scheme() *gen.Scheme {
	by := h.title
	if h.by != "" {
		by = h.by
	}
	return &gen.Scheme{
		Name: h.name, Title: h.title, Spec: h.spec,
		Summary: fmt.Sprintf("%d hexadecimal digits: a hash by %s, or random bits", h.digits, by),
		Format:  gen.FormatHash,
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "hash", Source: gen.Digest, Alphabet: hexDigits, Fold: true, Min: h.digits, Max: h.digits},
		}},
		ReadOnly: "it is a hash of something",
		Since:    h.since,
		Prior:    h.prior,
		Notes:    []string{"the length alone speaks for it; " + h.note},
		Example:  gen.Vector{Text: h.example, Values: []string{h.example}, Source: h.source},
	}
}
