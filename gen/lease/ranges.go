package lease

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Ranges is a set of numbers, written as "0-12,77".
type Ranges []Range

// Range is the numbers from First to Last.
type Range struct{ First, Last uint64 }

// String writes the range as "7" or "0-12".
func (r Range) String() string { return string(r.append(nil)) }

func (r Range) append(b []byte) []byte {
	if b = strconv.AppendUint(b, r.First, 10); r.Last > r.First {
		b = strconv.AppendUint(append(b, '-'), r.Last, 10)
	}
	return b
}

// Has reports whether a number is in the set.
func (r Ranges) Has(n uint64) bool {
	return slices.ContainsFunc(r, func(x Range) bool { return x.First <= n && n <= x.Last })
}

// With returns the set and one number more.
func (r Ranges) With(n uint64) Ranges {
	if r.Has(n) {
		return r
	}
	i, _ := slices.BinarySearchFunc(r, n, func(x Range, n uint64) int {
		if x.First < n {
			return -1
		}
		return 1
	})
	out := slices.Insert(slices.Clone(r), i, Range{n, n})
	for j := len(out) - 1; j > 0; j-- {
		if out[j-1].Last+1 == out[j].First {
			out[j-1].Last = out[j].Last
			out = slices.Delete(out, j, j+1)
		}
	}
	return out
}

// All yields the numbers in their order.
func (r Ranges) All(yield func(uint64) bool) {
	for _, x := range r {
		for n := x.First; ; n++ {
			if !yield(n) {
				return
			}
			if n == x.Last {
				break
			}
		}
	}
}

// MarshalText writes the set.
func (r Ranges) MarshalText() ([]byte, error) {
	var b []byte
	for i, x := range r {
		if i > 0 {
			b = append(b, ',')
		}
		b = x.append(b)
	}
	return b, nil
}

// UnmarshalText reads what MarshalText writes, and nothing else.
func (r *Ranges) UnmarshalText(text []byte) error {
	if *r = nil; len(text) == 0 {
		return nil
	}
	for part := range strings.SplitSeq(string(text), ",") {
		from, to, two := strings.Cut(part, "-")
		if !two {
			to = from
		}
		first, err := strconv.ParseUint(from, 10, 64)
		last, e := strconv.ParseUint(to, 10, 64)
		apart := len(*r) == 0 || first > (*r)[len(*r)-1].Last && first-1 > (*r)[len(*r)-1].Last
		if err != nil || e != nil || last < first || !apart {
			return fmt.Errorf("%q is not a range of numbers apart from those before it; use N or N-M", part)
		}
		*r = append(*r, Range{first, last})
	}
	if written, _ := r.MarshalText(); string(written) != string(text) {
		return fmt.Errorf("%q is not written as %q", text, written)
	}
	return nil
}
