package scheme

import (
	"errors"

	"idscope/gen"
)

// typeID is strict: small letters, a first symbol of at most 7, and the version and variant of a UUIDv7.
func typeID() *gen.Scheme {
	return uuidV7().Variant(gen.Scheme{
		Name: "typeid", Title: "TypeID",
		Summary:   "UUIDv7 behind a type's name, as user_...: --prefix user; 26 of base32",
		Spec:      "github.com/jetify-com/typeid, spec 0.3.0",
		Libraries: "Go typeid-go, Java typeid-java, JS typeid-js, Python typeid-python",
		Encoding: gen.Encoding{
			Text: gen.Text{Form: gen.CrockfordLower},
			Affix: &gen.Affix{
				Optional: true, Separator: '_', MaxPrefix: 63,
				Symbols: "abcdefghijklmnopqrstuvwxyz_",
				Rule:    typePrefix,
			},
			Alternatives: []gen.Text{},
		},
		Since: day(2023, 6, 1), Prior: 1.5,
		Notes: []string{
			"without a prefix there is no separator either",
			"the separator is the last _: prefixes may have some of their own inside",
		},
		Example: gen.Vector{Text: "prefix_01h455vb4pex5vsknk084sn02q", Time: "2023-06-30T03:34:18.518Z",
			Values: []string{"1688096058518", "7", "1867", "2", "4381636308810498135"},
			Source: "github.com/jetify-com/typeid, spec/valid.yml, valid-uuidv7"},
	})
}

// typePrefix is the rule of the specification: [a-z]([a-z_]*[a-z])?.
func typePrefix(prefix string) error {
	for i := range len(prefix) {
		switch c := prefix[i]; {
		case c >= 'a' && c <= 'z':
		case c == '_' && i > 0 && i < len(prefix)-1:
		case c == '_':
			return errors.New("use no _ at its ends")
		default:
			return errors.New("use small letters a to z, and _ between them")
		}
	}
	return nil
}
