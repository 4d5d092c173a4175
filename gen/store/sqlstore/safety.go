package sqlstore

import (
	"strings"

	"idscope/gen/store"
)

// Setting compares a value with the safe one; another makes the store at most low.
func Setting(name, value, want string, low store.Class, why string) store.Setting {
	if strings.EqualFold(value, want) {
		return store.Setting{Name: name, Value: value, Class: store.Proven}
	}
	return store.Setting{Name: name, Value: value, Class: low, Want: want, Why: why}
}

// Weigh lowers what a server is to the least that one of its settings allows.
func Weigh(s store.Safety) store.Safety {
	for _, x := range s.Settings {
		if x.Class < s.Class {
			s.Class, s.Reason = x.Class, x.Name+" is "+x.Value+": "+x.Why
		}
	}
	return s
}
