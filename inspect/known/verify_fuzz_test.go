package known

import (
	"testing"

	"idscope/gen/scheme/schemetest"
)

// FuzzVerify: no text that a pattern matches makes its Verify panic, and what it
// accepts it accepts again.
func FuzzVerify(f *testing.F) {
	list := patterns()
	for _, s := range list {
		for _, v := range schemetest.Vectors(s) {
			f.Add(v.Text)
		}
	}
	f.Add("MDo=MDo=MDo=")
	f.Add("container_e17_1410901177871____")
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range list {
			if _, ok := s.Pattern.Match(nil, text); !ok || s.Verify == nil {
				continue
			}
			first, err := s.Verify(text)
			again, errAgain := s.Verify(text)
			if (err == nil) != (errAgain == nil) || len(first) != len(again) {
				t.Errorf("%s: Verify(%q) = %v, %v; then %v, %v", s.Name, text, first, err, again, errAgain)
			}
		}
	})
}
