package find

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/scheme/schemetest"
	"idscope/inspect"
	"idscope/inspect/known"
)

// partOfText is said where a part of a text is read, as which it is found, or what it encodes.
var partOfText = regexp.MustCompile("^(the prefix|the name|nothing reads|base64 of|the n of) ")

// A TokenReader says what the inspector says, or nothing where running text makes it
// doubtful: of all published identifiers, of random ones of each scheme, of texts
// near to those, and of what logs are made of.
func TestTokenReaderIsInspect(t *testing.T) {
	r := newNoise(8)
	var texts []string
	for _, s := range append(known.All(), known.Unlisted()...) {
		for _, v := range schemetest.Vectors(s) {
			texts = append(texts, v.Text, strings.ToUpper(v.Text), strings.ToLower(v.Text), strings.ReplaceAll(v.Text, "-", ""))
		}
		if s.Pattern == nil && s.Affix == nil {
			for range 2 {
				texts = append(texts, string(s.Text.Append(nil, randomID(t, s, r), s.Layout.Size())))
			}
		}
	}
	texts = append(texts, strings.FieldsFunc(string(r.lines(105)), func(c rune) bool {
		return c > 'z' ||
			!isSymbol(byte(c))
	})...)
	for _, text := range slices.Clone(texts) {
		b := []byte(text)
		for range 2 {
			b[r.IntN(len(b))] = symbolsOfIDs[r.IntN(len(symbolsOfIDs))]
			texts = append(texts, string(b))
		}
	}
	for _, c := range []struct {
		name, as string
		all      bool
	}{{name: "default"}, {name: "all", all: true}, {name: "as uuidv7", as: "uuidv7"}, {name: "as snowflake",
		as: "snowflake"}, {name: "as uuid", as: "uuid"}, {name: "as ulid, all", as: "ulid", all: true}} {
		t.Run(c.name, func(t *testing.T) {
			o := options(t, strings.Fields(c.as)...)
			g := inspect.NewTokenReader(o.Inspector, c.all)
			n := 0
			for _, text := range texts {
				// which is taken off before
				if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") || strings.Contains(text, "://") {
					continue
				}
				got, ok := g.Read([]byte(text))
				want := o.Inspector.Inspect(text)
				if len(want.Warnings) > 0 && partOfText.MatchString(want.Warnings[0]) {
					continue
				}
				if wants(&want, text, c.as != "", c.all) != ok {
					t.Errorf("Read(%q) = %t; want %t, as of %s", text, ok, !ok, want.AppendBrief(nil))
				} else if ok {
					best := &want.Readings[0]
					if n++; got.Scheme.Name != best.Scheme.Name || got.Confidence != best.Confidence ||
						got.Timed != best.Timed || !got.Time().Equal(best.Time) || got.Vague() != best.Vague() {
						t.Errorf("Read(%q) = %s %s %s; want %s", text, got.Scheme.Name, got.Confidence, got.Time(), want.AppendBrief(nil))
					}
				}
			}
			if n < 20 {
				t.Errorf("%d of %d texts are read; want more", n, len(texts))
			}
		})
	}
}

const symbolsOfAll = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"

const symbolsOfIDs = "0123456789abcdefABCDEFghjkmnpqrstvwxyzGHJKMNPQRSTVWXYZ-_"

// wants is what a TokenReader promises to take.
func wants(r *inspect.Result, text string, as, all bool) bool {
	if !r.OK() {
		return false
	}
	best := &r.Readings[0]
	form := best.Scheme.Text.Form
	pattern := best.Scheme.Pattern != nil
	syntax := best.Encoding == "uuid" || best.Encoding == "hexdashed"
	digits := strings.Trim(text, "0123456789-_") == ""
	switch {
	case pattern && !strings.ContainsAny(text, "0123456789"):
		return false
	case !pattern && digits && best.Encoding != "int" && best.Encoding != "uuid" && form != gen.DateDigits:
		return false
	case !all && !as && best.Scheme.Name == "cidv1" && len(text) < 40:
		return false
	case all:
		hex := strings.HasPrefix(best.Scheme.Name, "w3c-") || pattern && best.Scheme.Format == gen.FormatHash &&
			len(best.Scheme.Pattern) == 1 && best.Scheme.Pattern[0].Fold
		return as || best.Evidence >= 2 || hex && best.Own || syntax
	case !best.Plausible && !syntax:
		return false
	case !best.Own && (best.Encoding != "hex" || form != gen.UUID || best.Evidence < 16):
		return false
	}
	return as || (best.Confidence >= inspect.Likely || syntax && best.Own) && !featureless(best.Scheme)
}

// featureless schemes have no word, no time and nothing to verify.
func featureless(s *gen.Scheme) bool {
	return s.Pattern != nil && !s.Timed() && s.VerifyBits == 0 && !slices.ContainsFunc(s.Pattern, func(p gen.Part) bool {
		return slices.ContainsFunc(p.Texts, func(t string) bool { return strings.Trim(t, "-_.:/") != "" })
	})
}

// FuzzTokenReader: nothing panics, and what is read the inspector reads the same.
func FuzzTokenReader(f *testing.F) {
	for _, s := range known.All() {
		for _, v := range schemetest.Vectors(s) {
			f.Add(v.Text)
		}
	}
	o := options(f)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Trim(text, symbolsOfAll) != "" || strings.HasPrefix(strings.ToLower(text), "0x") {
			return // no token of a text
		}
		got, ok := inspect.NewTokenReader(o.Inspector, false).Read([]byte(text))
		want := o.Inspector.Inspect(text)
		if want.OK() && !strings.Contains(want.Cleaned, "*") && want.Cleaned != text {
			return // a part of the text, as which it is found
		}
		if ok != wants(&want, text, false, false) || ok && (got.Scheme.Name != want.Readings[0].Scheme.Name ||
			got.Confidence != want.Readings[0].Confidence) {
			t.Fatalf("Read(%q) = %v %t; want as of %s", text, got, ok, want.AppendBrief(nil))
		}
	})
}
