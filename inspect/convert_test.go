package inspect

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"idscope/gen"
	"idscope/gen/testing/try"
)

func target(t *testing.T, name string) Target {
	t.Helper()
	if to, ok := TargetNamed(name); ok {
		return to
	}
	return TargetScheme(schemeOf(t, name))
}

func TestConvert(t *testing.T) {
	for _, tt := range []struct {
		words, from, text, to string
		lossy                 bool
		want                  string // the text, or the start of the loss
		note                  string
	}{
		{"UUID as ULID", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "ulid", false, "01FWHE4YDGFK1SHH6W1G60EECF", ""},
		{"ULID as UUID", "ulid", "01BX5ZZKBKACTAV9WEVGEMMVRZ", "uuid", false, "015f4bff-cd73-5334-ada7-8edc1d4a6f1f", ""},
		{"UUID as hex", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "hex", false, "017f22e279b07cc398c4dc0c0c07398f",
			""},
		{"UUID as integer", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "int", false,
			"1989357241971137676463954034883508623", ""},
		{"UUID as base58", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "base58", false, "BihbxwwQ4NZZpKRH9JDCz", ""},
		{"UUID as base64", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "base64", false, "AX8i4nmwfMOYxNwMDAc5jw", ""},
		{"UUID as padded base64", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "base64std", false,
			"AX8i4nmwfMOYxNwMDAc5jw==", ""},
		{"UUID as URN", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "urn", false,
			"urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f", ""},
		{"UUID as ShortUUID", "uuidv4", "05a37250-d7ac-41fd-bc74-40096a290ad6", "shortuuid", false,
			"32CQvwbvpbnkmkhhguznVH", ""},
		{"UUID as Uuid25", "uuidv4", "90252ae1-bdee-45e6-8549-83a13e69d556", "uuid25", false,
			"8j7qcpk2ybxkp7b0xgjfemst2", ""},
		{"UUID as bytes", "uuid-max", "ffffffff-ffff-ffff-ffff-ffffffffffff", "raw", false, strings.Repeat("\xff", 16), ""},
		{"snowflake as base62", "snowflake", "1541815603606036480", "base62", false, "1ptWyK4WgZU", ""},
		{"snowflake as hex", "snowflake", "1541815603606036480", "hex", false, "1565a11f6217a000", ""},
		{"snowflake as 11-5", "snowflake", "1541815603606036480", "hexdashed", false, "1565A11F621-7A000", ""},
		{"xid as ObjectID", "xid", "9m4e2mr0ui3e8a215n4g", "objectid", false, "4d88e15b60f486e428412dc9", ""},
		{"version 1 to 6, RFC 9562 appendix A", "uuidv1", "c232ab00-9414-11ec-b3c8-9f6bdeced846", "uuidv6",
			false, "1ec9414c-232a-6b00-b3c8-9f6bdeced846", ""},
		{"version 6 to 1", "uuidv6", "1ec9414c-232a-6b00-b3c8-9f6bdeced846", "uuidv1", false,
			"c232ab00-9414-11ec-b3c8-9f6bdeced846", ""},
		{"snowflake to leaf", "snowflake", "1541815603606036480", "leaf", false, "1541815603606036480", ""},
		{"instagram to threads", "instagram", "908540701891980503", "threads", false, "ybyPRoQWzX", ""},
		{"UUIDv4 to ULID", "uuidv4", "67e55044-10b1-426f-9247-bb680e5fe0c8", "ulid", false, "37WN84845H89QS4HXVD075ZR68", ""},
		{"snowflake to discord", "snowflake", "1541815603606036480", "discord", false, "1541815603606036480",
			"their meaning is not"},
		{"snowflake to seata: other bits for the time", "snowflake", "1541815603606036480", "seata", false,
			"1541815603606036480", "their meaning is not"},

		{"snowflake as UUID", "snowflake", "1541815603606036480", "uuid", false, "64 zero bits are invented", ""},
		{"snowflake as UUID all the same", "snowflake", "1541815603606036480", "uuid", true,
			"00000000-0000-0000-1565-a11f6217a000", ""},
		{"UUID as 64 bits", "uuidv7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "hexdashed", false,
			"the upper 64 of 128 bits are lost", ""},
		{"ULID as UUIDv4", "ulid", "01BX5ZZKBKACTAV9WEVGEMMVRZ", "uuidv4", false, "1 of 6 constant bits of uuidv4 differ", ""},
		{"ULID as UUIDv4 all the same", "ulid", "01BX5ZZKBKACTAV9WEVGEMMVRZ", "uuidv4", true,
			"015f4bff-cd73-4334-ada7-8edc1d4a6f1f", "the time is still in the bits"},
		{"UUID as ObjectID", "uuidv4", "67e55044-10b1-426f-9247-bb680e5fe0c8", "objectid", false,
			"the upper 32 of 128 bits are lost", ""},
		{"top bit as snowflake", "instagram", "9223372036854775808", "snowflake", false,
			"1 of 1 constant bits of snowflake differ", ""},
	} {
		from := schemeOf(t, tt.from)
		id, err := from.Text.Parse([]byte(tt.text), from.Layout.Size())
		if err != nil {
			t.Fatalf("%s: %v", tt.words, err)
		}
		c, err := Convert(id, from, target(t, tt.to), tt.lossy)
		refused := len(c.Loss) > 0 && strings.HasPrefix(c.Loss[0], tt.want)
		if refused && (!errors.Is(err, ErrLossy) || c.Text != "") {
			t.Errorf("%s: Convert = %q, %v; want ErrLossy", tt.words, c.Text, err)
		}
		if !refused && (err != nil || c.Text != tt.want) {
			t.Errorf("%s: Convert(%s) = %q, %v, %q; want %q", tt.words, tt.text, c.Text, err, c.Loss, tt.want)
		}
		if got := strings.Join(c.Notes, "; "); !strings.Contains(got, tt.note) {
			t.Errorf("%s: notes %q; want %q", tt.words, got, tt.note)
		}
		if tt.lossy && len(c.Loss) == 0 {
			t.Errorf("%s: nothing is said to be lost", tt.words)
		}
	}
}

// Moved fields come back.
func TestConvertThereAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	v1, v6 := schemeOf(t, "uuidv1"), schemeOf(t, "uuidv6")
	codec, _ := v1.Layout.Compile()
	for range 1000 {
		id := gen.ID{Mid: r.Uint64(), Lo: r.Uint64()}.And(codec.Mask(gen.Const).Not()).And(gen.Mask(128)).Or(constants(codec))
		there := try.Of(Convert(id, v1, TargetScheme(v6), false)).Or(t)
		back, err := Convert(there.ID, v6, TargetScheme(v1), false)
		if err != nil || back.ID != id {
			t.Fatalf("uuidv1 %x to uuidv6 and back = %x, %v", id, back.ID, err)
		}
	}
}

func TestTargets(t *testing.T) {
	seen := map[string]bool{}
	for _, to := range Targets() {
		if seen[to.Name] || to.Help == "" {
			t.Errorf("target %s is given twice, or has no help", to.Name)
		}
		seen[to.Name] = true
	}
	if _, ok := TargetNamed("base63"); ok {
		t.Error("TargetNamed(base63) = true")
	}
	if err := UnknownTarget("base63"); !strings.Contains(err.Error(),
		`"base63" is neither an encoding nor a scheme; give a scheme or one of uuid, urn, ulid`) {
		t.Errorf("UnknownTarget = %v", err)
	}
}
