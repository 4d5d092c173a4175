package inspect

import (
	"idscope/gen"
	"idscope/gen/scheme"
)

// typeIDOther is a TypeID around 128 bits that are no UUIDv7, which the
// specification lets everyone read and nobody make (spec 0.3.0, "UUID suffix").
// It bears the same name; nothing but the UUID is known of it.
func typeIDOther() *gen.Scheme {
	s, _ := scheme.Get("typeid")
	o := *s
	o.Family = s.Name
	o.Title = "TypeID, not of a UUIDv7"
	o.Summary = "TypeID around a UUID that is not version 7 (only read)"
	o.Layout = gen.Layout{{Name: "uuid", Source: gen.Data, Bits: 128}}
	o.Tick, o.Fraction, o.RandomMost, o.Example = 0, 0, 0, gen.Vector{}
	o.Backward, o.Overflow, o.Growth = 0, 0, gen.GrowthNone
	o.ReadOnly = "TypeIDs are UUIDv7s"
	return &o
}
