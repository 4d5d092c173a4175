package scheme

import "idscope/gen"

// hashMD5 and the functions below are hexadecimal digits of the length of a hash:
// they may be any other random bits as well. Source: RFC 1321, FIPS 180-4.
func hashMD5() *gen.Scheme {
	return &gen.Scheme{
		Name:     "md5",
		Title:    "MD5",
		Summary:  "32 hexadecimal digits: a hash by MD5, or random bits",
		Spec:     "RFC 1321",
		Format:   gen.FormatHash,
		Encoding: gen.Encoding{Pattern: hexHash(32)},
		ReadOnly: "it is a hash of something",
		Since:    day(1992, 4, 1),
		Prior:    2.5,
		Notes:    []string{"the length alone speaks for it; a trace id, and a UUID without hyphens, look the same"},
		Example:  hashed("900150983cd24fb0d6963f7d28e17f72", "RFC 1321 section A.5"),
	}
}

func hexHash(digits int) gen.Pattern {
	return gen.Pattern{{Name: "hash", Source: gen.Digest, Alphabet: hexDigits, Fold: true, Min: digits, Max: digits}}
}

func hashed(text, source string) gen.Vector {
	return gen.Vector{Text: text, Values: []string{text}, Source: source}
}

func hashSHA1() *gen.Scheme {
	s := hashMD5()
	s.Name = "sha1"
	s.Title = "SHA-1"
	s.Summary = "40 hexadecimal digits: a hash by SHA-1, as of git, or random bits"
	s.Spec = "FIPS 180-4"
	s.Pattern = hexHash(40)
	s.Since = day(1995, 4, 1)
	s.Prior = 4
	s.Notes = []string{"the length alone speaks for it; 9 in 100 of them look like a KSUID in hexadecimal digits too"}
	s.Example = hashed("a9993e364706816aba3e25717850c26c9cd0d89d", "FIPS 180-2, appendix A.1")
	return s
}

func hashSHA224() *gen.Scheme {
	s := hashSHA1()
	s.Name = "sha224"
	s.Title = "SHA-224"
	s.Summary = "56 hexadecimal digits: a hash by SHA-224, or random bits"
	s.Pattern = hexHash(56)
	s.Since = day(2004, 2, 1)
	s.Prior = 1
	s.Notes = []string{"the length alone speaks for it; SHA-512/224 and SHA3-224 look the same"}
	s.Example = hashed("23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7", "RFC 3874 section 3.1")
	return s
}

func hashSHA256() *gen.Scheme {
	s := hashSHA1()
	s.Name = "sha256"
	s.Title = "SHA-256"
	s.Summary = "64 hexadecimal digits: a hash by SHA-256, or random bits"
	s.Pattern = hexHash(64)
	s.Since = day(2002, 8, 1)
	s.Prior = 4
	s.Notes = []string{"the length alone speaks for it; SHA3-256, BLAKE3 and keys of 256 bits look the same"}
	s.Example = hashed("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "FIPS 180-2, appendix B.1")
	return s
}

func hashSHA384() *gen.Scheme {
	s := hashSHA256()
	s.Name = "sha384"
	s.Title = "SHA-384"
	s.Summary = "96 hexadecimal digits: a hash by SHA-384, or random bits"
	s.Pattern = hexHash(96)
	s.Prior = 2
	s.Notes = []string{"the length alone speaks for it; SHA3-384 looks the same"}
	s.Example = hashed("cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"+
		"1a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7", "FIPS 180-2, appendix D.1")
	return s
}

func hashSHA512() *gen.Scheme {
	s := hashSHA256()
	s.Name = "sha512"
	s.Title = "SHA-512"
	s.Summary = "128 hexadecimal digits: a hash by SHA-512, or random bits"
	s.Pattern = hexHash(128)
	s.Prior = 3
	s.Notes = []string{"the length alone speaks for it; SHA3-512 and BLAKE2b look the same"}
	s.Example = hashed("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"+
		"2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f", "FIPS 180-2, appendix C.1")
	return s
}
