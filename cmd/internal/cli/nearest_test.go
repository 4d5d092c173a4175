package cli

import (
	"slices"
	"testing"
)

func TestDistance(t *testing.T) {
	tests := []struct {
		words, a, b string
		want        int
	}{
		{"equal", "ulid", "ulid", 0},
		{"nothing and something", "", "ulid", 4},
		{"one letter less", "snowflak", "snowflake", 1},
		{"one letter more", "ulidd", "ulid", 1},
		{"one letter wrong", "uuidv9", "uuidv7", 1},
		{"two letters swapped", "gne", "gen", 1},
		{"swapped further in", "snwoflake", "snowflake", 1},
		{"all wrong", "abc", "xyz", 3},
	}
	for _, test := range tests {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("%s: distance(%q, %q) = %d; want %d", test.words, test.a, test.b, got, test.want)
		}
		if got := distance(test.b, test.a); got != test.want {
			t.Errorf("%s: distance(%q, %q) = %d; want %d", test.words, test.b, test.a, got, test.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"snowflake", "simpleflake", "uuidv4", "uuidv7", "ulid", "leaf", "v4", "v7"}
	tests := []struct {
		given string
		want  []string
	}{
		{"snowflak", []string{"snowflake"}},
		{"SNOWFLAKE", []string{"snowflake"}},
		{"uuidv", []string{"uuidv4", "uuidv7"}},
		{"flake", []string{"snowflake", "simpleflake"}},
		{"ulld", []string{"ulid"}},
		{"postgres", nil},
		{"x", nil},
		{"", nil},
	}
	for _, test := range tests {
		if got := Nearest(test.given, names); !slices.Equal(got, test.want) {
			t.Errorf("nearest(%q) = %q; want %q", test.given, got, test.want)
		}
	}
}
