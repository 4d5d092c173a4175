package screen

import (
	"testing"

	"idscope/gen/testing/try"
	"idscope/inspect/known"
)

// TestTimeUnit: of a field of time it is said what it counts, or which bits of the time it has.
func TestTimeUnit(t *testing.T) {
	for name, want := range map[string]string{"uuidv1": "bits 31-0 of the time", "uuidv6": "bits 59-28 of the time",
		"snowflake": "ms since 2010-11-04T01:42:54.657Z", "sonyflake": "x 10ms since 2014-09-01T00:00:00Z"} {
		s, _ := known.Get(name)
		unit := ""
		for i := 0; unit == ""; i++ {
			unit = timeUnit(s, i)
		}
		unit = New(false, 0).Wrap(0, 0, Plain.Of(unit[1:]))
		try.Equal(t, unit, want, "%s: the first field of time counts", name)
	}
}
