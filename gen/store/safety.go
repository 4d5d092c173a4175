package store

import "strings"

// Class is how far the promise of a [Store] can be relied on.
type Class int

const (
	// BestEffort stores may forget writes that they confirmed.
	BestEffort Class = iota

	// Conditional stores keep them as long as a stated condition holds, which
	// the store cannot check by itself.
	Conditional

	// Proven stores keep every write that they confirmed through crashes of the
	// server and loss of power.
	Proven
)

func (c Class) String() string {
	return [...]string{"best effort", "conditional", "proven"}[c]
}

// MarshalText writes the class as its name.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Safety is what a server guarantees, and why.
type Safety struct {
	Class  Class  `json:"class"`
	Reason string `json:"reason"` // one clause: "one primary that syncs each commit"
	Engine string `json:"engine"` // "PostgreSQL 15.18"
	// of the data: changes when another server or an older copy answers; may be empty
	Identity string    `json:"identity"`
	Settings []Setting `json:"settings"` // those that decide, in order of weight
}

// Setting is a setting of a server that decides what it guarantees.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Class Class  `json:"class"`          // the most that the store can be with this value
	Want  string `json:"want,omitempty"` // the value to set, where another would be safer
	Why   string `json:"why,omitempty"`  // what happens with the present one
}

// Judge compares the value of a setting with the safe ones, of which the first is advised. Another value makes
// the store at most low, for the reason why.
func Judge(name, value string, low Class, why string, safe ...string) Setting {
	for _, want := range safe {
		if strings.EqualFold(value, want) {
			return Setting{Name: name, Value: value, Class: Proven}
		}
	}
	return Setting{Name: name, Value: value, Class: low, Want: safe[0], Why: why}
}

// Report says what a server guarantees: the least that one of its settings allows. Reason is why, where all of
// them are safe.
func Report(engine, identity, reason string, settings ...Setting) Safety {
	s := Safety{Class: Proven, Reason: reason, Engine: engine, Identity: identity, Settings: settings}
	for _, x := range settings {
		if x.Class < s.Class {
			s.Class, s.Reason = x.Class, x.Name+" is "+x.Value+": "+x.Why
		}
	}
	return s
}
