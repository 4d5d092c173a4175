package inspect

import (
	"slices"
	"strings"
	"testing"
)

// TestEveryPublicVectorHasARunner: package scheme leaves reading and detecting of
// some vectors to this one, which runs each that is read or detected, whatever its
// scheme; all but those of sqids and hashids, which are codecs of numbers. What is
// made, package scheme runs.
func TestEveryPublicVectorHasARunner(t *testing.T) {
	counts := map[string]int{}
	for _, v := range vectors(t) {
		op := v.option("op")
		switch list := v.as(t); {
		case v.Scheme == "sqids" || v.Scheme == "hashids":
			counts["codecs"]++
		case op != "" && op != "detect":
			counts["made"]++
		case list == nil && op == "":
			t.Errorf("%s: --as %s is known to no one here; want every scheme of public.jsonl", v.Ref, v.Scheme)
		case op == "detect":
			counts["detected"]++
		default:
			counts["read"]++
		}
	}
	if counts["read"] != 784 || counts["detected"] != 12 || counts["made"] != 98 || counts["codecs"] != 111 {
		t.Errorf("%v; want 1005 in all", counts)
	}
}

// disputes are our decisions where sources or implementations disagree, in the
// words of README.md's table: whether --as reads the text. Without --as, blanks,
// braces and urn: around a text are taken off, with a warning.
var disputes = []struct {
	decision string
	reads    bool
	count    int
	is       func(vector) bool
}{
	{"blanks and line ends around a text are not part of it", false, 43,
		func(v vector) bool { return strings.TrimSpace(v.ID) != v.ID }},
	{"a plus sign is not part of a number", false, 3, func(v vector) bool { return strings.HasPrefix(v.ID, "+") }},
	{"urn:uuid: and braces stand around 36 characters only", false, 2, func(v vector) bool {
		return !v.Valid && v.Scheme == "uuid" && (strings.HasPrefix(v.ID, "urn:") || strings.HasPrefix(v.ID, "{"))
	}},
	{"any version and variant is a UUID; 32 digits, URN:UUID: and mixed-endian base64 are spellings of one", true, 30,
		func(v vector) bool { return v.Scheme == "uuid" && v.Valid }},
	{"I, L and O are no symbols of base32", false, 6, func(v vector) bool {
		return (v.Scheme == "ulid" || v.Scheme == "tsid") && strings.ContainsAny(v.ID, "IiLlOo")
	}},
	{"a number from before the first snowflake is decoded, with a warning", true, 1,
		func(v vector) bool { return v.ID == "20" }},
	{"a top bit that the format leaves at 0 has to be 0", false, 2,
		func(v vector) bool { return v.ID == "9223372036854775808" || v.ID == "j222222222222" }},
	{"bwmarrin's texts are read in its own alphabets alone", false, 3, func(v vector) bool {
		return slices.Contains([]string{"B8WJM1ZROYYYY", "b8wjm1zroyyy2", "0jgmnx8Js8A"}, v.ID)
	}},
	{"11 symbols with I or l are base36 in neither case, and in no base58", false, 2,
		func(v vector) bool { return v.ID == "Ijgmnx8Js8A" || v.ID == "ljgmnx8Js8A" }},
	{"the user says which epoch and tick: sonyflake, sonyflake-v2, --epoch, --tick", true, 2,
		func(v vector) bool { return v.Scheme == "sonyflake" }},
	{"a text has the format's length", false, 4, func(v vector) bool {
		return v.Scheme == "timeflake" ||
			v.Scheme == "shortuuid"
	}},
}

// TestDisputedDecisions: each disputed vector that is read is decided in the table
// above, once, and read or refused as it says.
func TestDisputedDecisions(t *testing.T) {
	counts := make([]int, len(disputes))
	for _, v := range vectors(t) {
		if !v.Disputed || v.Scheme == "sqids" || v.Scheme == "hashids" || v.option("op") != "" {
			continue // made ones, and the codecs' own, are decided where they are run
		}
		decided := -1
		for i, d := range disputes {
			if d.is(v) {
				decided = i
				break
			}
		}
		if decided < 0 {
			t.Errorf("%s %s %q is disputed; want a decision", v.Ref, v.Scheme, v.ID)
			continue
		}
		counts[decided]++
		r := inspector(t, Options{As: v.as(t)}).Inspect(v.ID)
		if r.OK() != disputes[decided].reads {
			t.Errorf("%s: --as %s %q is read: %t; want %t, as %s", v.Ref, v.Scheme, v.ID, r.OK(), disputes[decided].reads,
				disputes[decided].decision)
		}
	}
	for i, d := range disputes {
		if counts[i] != d.count {
			t.Errorf("%d vectors are decided by %q; want %d", counts[i], d.decision, d.count)
		}
	}
	t.Log(counts)
}
