package scheme

import (
	"errors"
	"strings"

	"idscope/gen"
)

// iban is the number of a bank account. Source: ISO 13616; SWIFT, IBAN Registry,
// which has the lengths.
func iban() *gen.Scheme {
	return &gen.Scheme{
		Name:    "iban",
		Title:   "IBAN",
		Summary: "number of a bank account: country, two check digits, bank and account",
		Spec:    "ISO 13616; SWIFT, IBAN Registry",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "country", Source: gen.Const, Texts: ibanCountries()},
				{Name: "check", Source: gen.Data, Alphabet: decimals, Min: 2, Max: 2},
				{Name: "account", Source: gen.Data, Alphabet: decimals + capitals, Min: 11, Max: 29},
			},
			Verify:     verifyIBAN,
			VerifyBits: 10, // one of 97 by the check digits, one of ten by the length
		},
		ReadOnly: "banks give them out",
		Since:    day(1997, 1, 1),
		Prior:    3,
		Example: gen.Vector{Text: "GB82WEST12345698765432", Values: []string{"GB", "82", "WEST12345698765432"},
			Source: "en.wikipedia.org, International Bank Account Number"},
	}
}

// ibanLengths are the countries of the registry with the length of their numbers.
const ibanLengths = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 " +
	"DK18 DO28 EE20 EG29 ES24 " +
	"FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 " +
	"LB28 LC32 LI21 LT20 LU20 LV21 " +
	"LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 " +
	"SA24 SC31 SD18 SE24 SI19 SK24 " +
	"SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"

func ibanCountries() (list []string) {
	for entry := range strings.FieldsSeq(ibanLengths) {
		list = append(list, entry[:2])
	}
	return list
}

func verifyIBAN(text string) ([]gen.Finding, error) {
	at := strings.Index(ibanLengths, text[:2])
	if want := int(ibanLengths[at+2]-'0')*10 + int(ibanLengths[at+3]-'0'); len(text) != want {
		return nil, errLength
	}
	return nil, verified(mod97(text[4:]+text[:4]) == 1)
}

// lei names a company. Source: ISO 17442; gleif.org.
func lei() *gen.Scheme {
	return &gen.Scheme{
		Name:    "lei",
		Title:   "Legal Entity Identifier",
		Summary: "number of a company: 4 of who gave it out, 14 of its own, two check digits",
		Spec:    "ISO 17442",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "unit", Source: gen.Data, Alphabet: decimals + capitals, Min: 4, Max: 4},
				{Name: "entity", Source: gen.Data, Alphabet: decimals + capitals, Min: 14, Max: 14},
				{Name: "check", Source: gen.Data, Alphabet: decimals, Min: 2, Max: 2},
			},
			Verify:     func(text string) ([]gen.Finding, error) { return nil, verified(mod97(text) == 1) },
			VerifyBits: 6.6,
		},
		ReadOnly: "units of the GLEIF give them out",
		Since:    day(2012, 6, 1),
		Prior:    1.5,
		Example: gen.Vector{Text: "HWUPKR0MPOU8FGXBT394", Values: []string{"HWUP", "KR0MPOU8FGXBT3", "94"},
			Source: "search.gleif.org, Apple Inc."},
	}
}

// isin names a security. Source: ISO 6166.
func isin() *gen.Scheme {
	return &gen.Scheme{
		Name:    "isin",
		Title:   "ISIN",
		Summary: "number of a security: country, 9 digits and letters, a check digit",
		Spec:    "ISO 6166",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "country", Source: gen.Data, Alphabet: capitals, Min: 2, Max: 2},
				{Name: "security", Source: gen.Data, Alphabet: decimals + capitals, Min: 9, Max: 9},
				{Name: "check", Source: gen.Data, Alphabet: decimals, Min: 1, Max: 1},
			},
			Verify:     verifyISIN,
			VerifyBits: 4.7, // one of ten by Luhn, one of three by the country
		},
		ReadOnly: "numbering agencies give them out",
		Since:    day(1981, 1, 1),
		Prior:    2,
		Example: gen.Vector{Text: "US0378331005", Values: []string{"US", "037833100", "5"},
			Source: "en.wikipedia.org, International Securities Identification Number"},
	}
}

// countries are those of ISO 3166-1, and the codes that ISINs have besides.
const countries = " AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ " +
	"BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL " +
	"CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG " +
	"GH GI GL GM GN GP GQ GR GS GT GU GW GY HK " +
	"HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK " +
	"LR LS LT LU LV LY MA MC MD ME MF MG MH MK " +
	"ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL " +
	"PM PN PR PS PT PW PY QA RE RO RS RU RW SA " +
	"SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW " +
	"TZ UA UG UM US UY UZ VA VC VE VG VI VN VU " +
	"WF WS YE YT ZA ZM ZW EU XA XB XC XD XF XK XS "

var errCountry = errors.New("its first two letters are not a country's")

func verifyISIN(text string) ([]gen.Finding, error) {
	if !strings.Contains(countries, " "+text[:2]+" ") {
		return nil, errCountry
	}
	return nil, verified(luhn(text))
}

// vin is the number of a car, of North America and China: others need no check
// digit. Source: 49 CFR 565.15; ISO 3779.
func vin() *gen.Scheme {
	const symbols = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ"
	return &gen.Scheme{
		Name:    "vin",
		Title:   "Vehicle Identification Number",
		Summary: "number of a car: producer, kind, check digit, year, plant and serial number",
		Spec:    "49 CFR 565.15; ISO 3779",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{Verify: verifyVIN, VerifyBits: 3.4, Pattern: gen.Pattern{
			{Name: "manufacturer", Source: gen.Data, Alphabet: symbols, Min: 3, Max: 3},
			{Name: "kind", Source: gen.Data, Alphabet: symbols, Min: 5, Max: 5},
			{Name: "check", Source: gen.Data, Alphabet: decimals + "X", Min: 1, Max: 1},
			{Name: "year", Source: gen.Data, Alphabet: "ABCDEFGHJKLMNPRSTVWXY123456789", Min: 1, Max: 1},
			{Name: "plant", Source: gen.Data, Alphabet: symbols, Min: 1, Max: 1},
			{Name: "serial", Source: gen.Data, Alphabet: symbols, Min: 2, Max: 2},
			{Name: "digits", Source: gen.Data, Alphabet: decimals, Min: 4, Max: 4},
		}},
		ReadOnly: "manufacturers of cars give them out",
		Since:    day(1981, 1, 1),
		Prior:    2,
		Notes:    []string{"those of Europe need no check digit, and are read only where it is right by chance"},
		Example: gen.Vector{Text: "1M8GDM9AXKP042788", Values: []string{"1M8", "GDM9A", "X", "K", "P", "04", "2788"},
			Source: "en.wikipedia.org, Vehicle identification number"},
	}
}

func verifyVIN(text string) ([]gen.Finding, error) {
	const letters, values = "ABCDEFGHJKLMNPRSTUVWXYZ", "12345678123457923456789"
	weights := [...]int{8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2}
	sum := 0
	for i, w := range weights {
		v := int(text[i] - '0')
		if at := strings.IndexByte(letters, text[i]); at >= 0 {
			v = int(values[at] - '0')
		}
		sum += w * v
	}
	return nil, verified("0123456789X"[sum%11] == text[8])
}

// orcid names a researcher. Source: support.orcid.org, Structure of the ORCID
// Identifier; ISO 27729.
func orcid() *gen.Scheme {
	return &gen.Scheme{
		Name:    "orcid",
		Title:   "ORCID iD",
		Summary: "number of a researcher: four groups of four digits, the last may be X",
		Spec:    "support.orcid.org, Structure of the ORCID Identifier",
		Format:  gen.FormatCheckDigit,
		Encoding: gen.Encoding{
			Pattern: gen.Pattern{
				{Name: "block", Source: gen.Const, Texts: []string{"0000-000", "0009-000"}},
				{Name: "person", Source: gen.Data, Alphabet: decimals, Min: 1, Max: 1},
				{Name: "hyphen", Source: gen.Const, Texts: []string{"-"}},
				{Name: "person_b", Source: gen.Data, Alphabet: decimals, Min: 4, Max: 4},
				{Name: "hyphen_b", Source: gen.Const, Texts: []string{"-"}},
				{Name: "person_c", Source: gen.Data, Alphabet: decimals, Min: 3, Max: 3},
				{Name: "check", Source: gen.Data, Alphabet: decimals + "X", Min: 1, Max: 1},
			},
			Verify: func(text string) ([]gen.Finding, error) {
				return nil, verified(mod11to2(strings.ReplaceAll(text, "-", "")))
			},
			VerifyBits: 3.46,
		},
		ReadOnly: "orcid.org gives them out",
		Since:    day(2012, 10, 16),
		Prior:    2,
		Example: gen.Vector{Text: "0000-0002-1825-0097",
			Values: []string{"0000-000", "2", "-", "1825", "-", "009", "7"},
			Source: "support.orcid.org, Structure of the ORCID Identifier"},
	}
}
