package cli

import (
	"strings"
	"testing"

	"idscope/gen"
)

func TestChoice(t *testing.T) {
	list := []gen.Choice{{Name: "fail"}, {Name: "wait"}}
	closed := Choice{Value: "fail", List: list}
	if err := closed.Set("wait"); err != nil || closed.String() != "wait" {
		t.Errorf("Set(wait) = %v, value %s; want wait", err, closed.String())
	}
	err := closed.Set("later")
	if err == nil || !strings.Contains(err.Error(), `"later"`) || !strings.Contains(err.Error(), "fail, wait") {
		t.Errorf("Set(later) = %v; want the given and the wanted", err)
	}
	if closed.String() != "wait" {
		t.Errorf("a refused value changed the flag to %s", closed.String())
	}
	worker := Choice{List: list, Accept: func(text string) error { _, err := ParseWorker(text); return err }}
	if worker.Set("0x1f") != nil || worker.Set("00:0c:29:aa:bb:cc") != nil || worker.Set("-1") == nil ||
		worker.Set("some") == nil {
		t.Error("worker takes numbers and addresses only")
	}
	if got := (&Choice{List: list, More: "N"}).Type(); got != "fail|wait|N" {
		t.Errorf("Type() = %s; want fail|wait|N", got)
	}
}

func TestParseWorker(t *testing.T) {
	tests := []struct {
		text string
		want uint64
		ok   bool
	}{
		{"0", 0, true},
		{"1023", 1023, true},
		{"0x3ff", 1023, true},
		{"18446744073709551615", 1<<64 - 1, true},
		{"18446744073709551616", 0, false},
		{"00:0c:29:aa:bb:cc", 0x000c29aabbcc, true},
		{"00-0C-29-AA-BB-CC", 0x000c29aabbcc, true},
		{"00:0c:29:aa:bb", 0, false},
		{"-1", 0, false},
		{"", 0, false},
		{"ff", 0, false},
		{"1.5", 0, false},
	}
	for _, test := range tests {
		got, err := ParseWorker(test.text)
		if got != test.want || (err == nil) != test.ok {
			t.Errorf("parseWorker(%q) = %d, %v; want %d, ok %t", test.text, got, err, test.want, test.ok)
		}
	}
}

func TestParseValue(t *testing.T) {
	tests := []struct {
		text, want string
		ok         bool
	}{
		{"0", "0", true},
		{"1341", "1341", true},
		{"0x53D", "1341", true},
		{"0xffffffffffffffffffffffffffffffff", "340282366920938463463374607431768211455", true},
		{"", "0", false},
		{"0x", "0", false},
		{"-1", "0", false},
		{"12a", "0", false},
		{"1 2", "0", false},
	}
	for _, test := range tests {
		got, ok := parseValue(test.text)
		text := got.Decimal()
		if ok != test.ok || ok && text != test.want {
			t.Errorf("parseValue(%q) = %s, %t; want %s, %t", test.text, text, ok, test.want, test.ok)
		}
	}
}
