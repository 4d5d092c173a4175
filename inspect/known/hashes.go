package known

import "idscope/gen"

// Hexadecimal digits of the length of a hash may be any other random bits as well.
var hashes = []declaration{
	{since: "1992-04-01", Scheme: gen.Scheme{Name: "md5", Title: "MD5", Spec: "RFC 1321", Format: gen.FormatHash,
		ReadOnly: "it is a hash of something", Prior: 2.5,
		Summary:  "32 hexadecimal digits: a hash by MD5, or random bits",
		Encoding: gen.Encoding{Pattern: gen.Pattern{anyCase("hash", gen.Digest, hexDigits, 32, 32)}},
		Notes:    []string{"the length alone speaks for it; a trace id, and a UUID without hyphens, look the same"},
		Example:  parted("", "RFC 1321 section A.5", "900150983cd24fb0d6963f7d28e17f72")}},
	{since: "1995-04-01", Scheme: gen.Scheme{Name: "sha1", Title: "SHA-1", Spec: fips, Format: gen.FormatHash,
		ReadOnly: "it is a hash of something", Prior: 4,
		Summary:  "40 hexadecimal digits: a hash by SHA-1, as of git, or random bits",
		Encoding: gen.Encoding{Pattern: gen.Pattern{anyCase("hash", gen.Digest, hexDigits, 40, 40)}},
		Notes: []string{
			"the length alone speaks for it; 9 in 100 of them look like a KSUID in hexadecimal digits too"},
		Example: parted("", "FIPS 180-2, appendix A.1", "a9993e364706816aba3e25717850c26c9cd0d89d")}},
	{since: "2004-02-01", Scheme: gen.Scheme{Name: "sha224", Title: "SHA-224", Spec: fips, Format: gen.FormatHash,
		ReadOnly: "it is a hash of something", Prior: 1,
		Summary:  "56 hexadecimal digits: a hash by SHA-224, or random bits",
		Encoding: gen.Encoding{Pattern: gen.Pattern{anyCase("hash", gen.Digest, hexDigits, 56, 56)}},
		Notes:    []string{"the length alone speaks for it; SHA-512/224 and SHA3-224 look the same"},
		Example:  parted("", "RFC 3874 section 3.1", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7")}},
	{since: "2002-08-01", Scheme: gen.Scheme{Name: "sha256", Title: "SHA-256", Spec: fips, Format: gen.FormatHash,
		ReadOnly: "it is a hash of something", Prior: 4,
		Summary:  "64 hexadecimal digits: a hash by SHA-256, or random bits",
		Encoding: gen.Encoding{Pattern: gen.Pattern{anyCase("hash", gen.Digest, hexDigits, 64, 64)}},
		Notes:    []string{"the length alone speaks for it; SHA3-256, BLAKE3 and keys of 256 bits look the same"},
		Example: parted("", "FIPS 180-2, appendix B.1",
			"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")}},
	{since: "2002-08-01", Scheme: gen.Scheme{Name: "sha384", Title: "SHA-384", Spec: fips, Format: gen.FormatHash,
		ReadOnly: "it is a hash of something", Prior: 2,
		Summary:  "96 hexadecimal digits: a hash by SHA-384, or random bits",
		Encoding: gen.Encoding{Pattern: gen.Pattern{anyCase("hash", gen.Digest, hexDigits, 96, 96)}},
		Notes:    []string{"the length alone speaks for it; SHA3-384 looks the same"},
		Example: parted("", "FIPS 180-2, appendix D.1",
			"cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"+"1a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")}},
	{since: "2002-08-01", Scheme: gen.Scheme{Name: "sha512", Title: "SHA-512", Spec: fips, Format: gen.FormatHash,
		ReadOnly: "it is a hash of something", Prior: 3,
		Summary:  "128 hexadecimal digits: a hash by SHA-512, or random bits",
		Encoding: gen.Encoding{Pattern: gen.Pattern{anyCase("hash", gen.Digest, hexDigits, 128, 128)}},
		Notes:    []string{"the length alone speaks for it; SHA3-512 and BLAKE2b look the same"},
		Example: parted("", "FIPS 180-2, appendix C.1",
			"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"+
				"2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")}},
}

const fips = "FIPS 180-4"
