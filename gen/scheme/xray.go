package scheme

import "idscope/gen"

// xray is a trace id of AWS X-Ray: version, the second in which the trace began, 96
// random bits. Source: docs.aws.amazon.com/xray, Sending trace data, Trace ids.
func xray() *gen.Scheme {
	return &gen.Scheme{
		Name:    "xray",
		Aliases: []string{"aws-xray"},
		Title:   "AWS X-Ray trace",
		Summary: "trace of AWS X-Ray: 1-, 8 hexadecimal digits of seconds, -, 24 random ones",
		Spec:    "docs.aws.amazon.com/xray/latest/devguide, xray-api-sendingdata",
		Encoding: gen.Encoding{Pattern: gen.Pattern{
			{Name: "version", Source: gen.Const, Texts: []string{"1-"}},
			{Name: "seconds", Source: gen.Time, Alphabet: hexDigits, Min: 8, Max: 8},
			{Name: "hyphen", Source: gen.Const, Texts: []string{"-"}},
			{Name: "random", Source: gen.Random, Alphabet: hexDigits, Min: 24, Max: 24},
		}},
		Bits:     gen.Bits{Epoch: unix(0), Tick: second},
		ReadOnly: "AWS and its tools give them out",
		Since:    day(2016, 5, 1),
		Prior:    2,
		Example: gen.Vector{Text: "1-58406520-a006649127e371903a2de979", Time: "2016-12-01T18:00:00Z",
			Values: []string{"1-", "58406520", "-", "a006649127e371903a2de979"},
			Source: "docs.aws.amazon.com/xray, Sending trace data"},
	}
}

// xrayOTel is the same without version and hyphens, as OpenTelemetry writes it. Three
// in forty of all 32 hexadecimal digits have such a time, so others come before it.
// Source: npm @opentelemetry/id-generator-aws-xray, README.
func xrayOTel() *gen.Scheme {
	return &gen.Scheme{
		Name:    "xray-otel",
		Family:  "xray",
		Title:   "AWS X-Ray trace in OpenTelemetry",
		Summary: "trace of AWS X-Ray in OpenTelemetry: 32-bit seconds, 96 random bits, in hex",
		Spec:    "npmjs.com/package/@opentelemetry/id-generator-aws-xray",
		Bits: gen.Bits{Epoch: unix(0), Tick: second, Layout: gen.Layout{
			{Name: "seconds", Source: gen.Time, Bits: 32},
			{Name: "random", Source: gen.Random, Bits: 96},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}, Spellings: []gen.Text{}},
		ReadOnly: "any random trace id does as well",
		Weak:     true,
		Since:    day(2016, 5, 1),
		Prior:    -5,
		Example: gen.Vector{Text: "58406520a006649127e371903a2de979", Time: "2016-12-01T18:00:00Z",
			Values: []string{"1480615200", "49525330040633342274877385081"},
			Source: "npmjs.com/package/@opentelemetry/id-generator-aws-xray"},
	}
}

// dbusID is the id of a machine, of a bus and so on, as D-Bus makes it: 96 random bits
// and the second. systemd makes machine ids of random bits alone. Source: D-Bus
// Specification, UUIDs; dbus/dbus-internals.c, _dbus_generate_uuid.
func dbusID() *gen.Scheme {
	return &gen.Scheme{
		Name:    "dbus",
		Aliases: []string{"dbus-uuid"},
		Title:   "D-Bus machine id",
		Summary: "32 hexadecimal digits of D-Bus: 96 random bits, then 32-bit seconds",
		Spec:    "dbus.freedesktop.org/doc/dbus-specification.html, UUIDs",
		Bits: gen.Bits{Epoch: unix(0), Tick: second, Layout: gen.Layout{
			{Name: "random", Source: gen.Random, Bits: 96},
			{Name: "seconds", Source: gen.Time, Bits: 32},
		}},
		Encoding: gen.Encoding{Text: gen.Text{Form: gen.Hex}, Spellings: []gen.Text{}},
		ReadOnly: "D-Bus generates them",
		Weak:     true,
		Since:    day(2006, 11, 8), // D-Bus 1.0
		Prior:    -5,
		Notes: []string{"a machine id that systemd generated has no time; one in seven of all random ones seems to " +
			"have one"},
		Example: gen.Vector{Text: "4e1f2d3c5b6a79880a1b2c3d45c6e8f1", Time: "2007-02-05T08:21:05Z",
			Values: []string{"24177521086356553451731364925", "1170663665"},
			Source: "computed from dbus/dbus-internals.c, _dbus_generate_uuid"},
	}
}
