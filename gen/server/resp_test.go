package server

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

func TestParseRequest(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string
		n        int
		err      error
	}{
		{"an array", "*2\r\n$4\r\nINCR\r\n$1\r\na\r\nrest", []string{"INCR", "a"}, 21, nil},
		{"a line", "INCR  a\r\nrest", []string{"INCR", "a"}, 9, nil},
		{"a line of people", "PING\n", []string{"PING"}, 5, nil},
		{"an empty line", "\r\nPING\r\n", nil, 2, nil},
		{"no arguments", "*0\r\n", nil, 4, nil},
		{"less than none", "*-1\r\n", nil, 5, nil},
		{"an empty argument", "*2\r\n$4\r\nECHO\r\n$0\r\n\r\n", []string{"ECHO", ""}, 20, nil},
		{"binary", "*2\r\n$4\r\nECHO\r\n$2\r\n\r\n\r\n", []string{"ECHO", "\r\n"}, 22, nil},
		{"half a head", "*2\r", nil, 0, nil},
		{"half a length", "*2\r\n$4", nil, 0, nil},
		{"half a text", "*2\r\n$4\r\nIN", nil, 0, nil},
		{"half an end", "*1\r\n$4\r\nINCR\r", nil, 0, nil},
		{"half a line", "INCR a", nil, 0, nil},
		{"1 GiB", "*1\r\n$1073741824\r\n", nil, 0, errBulks},
		{"more than int64", "*1\r\n$99999999999999999999999\r\n", nil, 0, errBulks},
		{"a negative text", "*1\r\n$-1\r\n", nil, 0, errBulks},
		{"too many arguments", "*1000000\r\n", nil, 0, errArrays},
		{"no number", "*x\r\n", nil, 0, errArrays},
		{"no number at all", "*\r\n", nil, 0, errArrays},
		{"a sign alone", "*-\r\n", nil, 0, errArrays},
		{"an argument that is none", "*1\r\n:4\r\n", nil, 0, errNoBulk},
		{"a text that is longer", "*1\r\n$1\r\nab\r\n", nil, 0, errEnding},
		{"a line too long", strings.Repeat("a", maxBulk+1), nil, 0, errBigInline},
		{"HTTP", "POST / HTTP/1.1\r\nHost: a\r\n", nil, 0, errForeign},
		{"a head of HTTP", "host: a\r\n", nil, 0, errForeign},
	} {
		t.Run(test.name, func(t *testing.T) {
			args, n, err := parseRequest([]byte(test.in), nil)
			var got []string
			for _, a := range args {
				got = append(got, string(a))
			}
			if !slices.Equal(got, test.want) || n != test.n || err != test.err {
				t.Errorf("parseRequest(%q) = %q, %d, %v; want %q, %d, %v", test.in, got, n, err, test.want, test.n, test.err)
			}
		})
	}
}

// TestParseRequestBounds: a request that does not end is refused before more of it is
// kept than the bound.
func TestParseRequestBounds(t *testing.T) {
	head := "*256\r\n"
	one := "$4000\r\n" + strings.Repeat("a", 4000) + "\r\n"
	buf := []byte(head)
	for i := 0; len(buf) < 2*maxRequest; i++ {
		if _, _, err := parseRequest(buf, nil); err != nil {
			try.Equal[error](t, err, errBig, "the error is")
			return
		}
		if len(buf) > maxRequest {
			t.Fatalf("%d bytes are kept; want at most %d", len(buf), maxRequest)
		}
		buf = append(buf, one[:min(len(one), 500)]...)
		one = one[min(len(one), 500):]
		if one == "" {
			one = "$4000\r\n" + strings.Repeat("a", 4000) + "\r\n"
		}
	}
	t.Error("a request of any length is taken")
}

func TestParseRequestAllocates(t *testing.T) {
	in := []byte("*2\r\n$4\r\nINCR\r\n$9\r\nsnowflake\r\n")
	args := make([][]byte, 0, 8)
	if n := leastAllocations(func() {
		if list, _, err := parseRequest(in, args); err != nil || len(list) != 2 {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("parseRequest allocates %v times; want 0", n)
	}
}

// FuzzParseRequest: nothing panics; what is read is within the text; a request that was
// read is the same however it arrives, and written again and read again.
func FuzzParseRequest(f *testing.F) {
	for _, seed := range []string{"*2\r\n$4\r\nINCR\r\n$1\r\na\r\n", "PING\r\n", "*1\r\n$1073741824\r\n", "*-1\r\n",
		"\r\n", "POST / HTTP/1.1\r\n", "*1\r\n$0\r\n\r\n", "*256\r\n$4096\r\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		args, n, err := parseRequest(in, nil)
		if n < 0 || n > len(in) || err != nil && n != 0 || n == 0 && len(args) > 0 {
			t.Fatalf("parseRequest(%q) = %q, %d, %v", in, args, n, err)
		}
		if n == 0 {
			if err == nil && len(in) >= 2*maxRequest {
				t.Fatalf("%d bytes are no request yet; want at most %d", len(in), maxRequest)
			}
			return
		}
		var words []string
		for _, a := range args {
			words = append(words, string(a))
		}
		for k := range n {
			if _, m, err := parseRequest(in[:k], nil); m != 0 || err != nil {
				t.Fatalf("the first %d bytes of %q are read as %d bytes, %v", k, in[:n], m, err)
			}
		}
		if len(args) == 0 {
			return
		}
		again, m, err := parseRequest(encodeRequest(words...), nil)
		same := slices.EqualFunc(args, again, func(a, b []byte) bool { return bytes.Equal(a, b) })
		if err != nil || !same {
			t.Fatalf("%q is written and read as %q, %d, %v", words, again, m, err)
		}
	})
}
