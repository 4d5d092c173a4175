package worker

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"idscope/gen"
	"idscope/gen/fault"
	"idscope/gen/testing/try"
)

// A registry of claims that the user named simply begins, whatever is in the default places.
func TestNamedClaimsSimplyBegin(t *testing.T) {
	w := newWorld(t)
	w.must(w.folder, snowflake(), 7, 5)
	bob := w.in(w.folder.State+".new", w.folder.Claims+".new", "bob")
	bob.ClaimsGiven, bob.Places = true, []string{w.folder.State}
	w.must(bob, snowflake(), 6, 5)
	w.must(bob, custom(t, "worker:3 seq:30"), 7, 5)
	if len(w.warned) > 0 || w.slept > 0 {
		t.Errorf("warned %q, slept %v; want neither", w.warned, w.slept)
	}

	os.RemoveAll(bob.Claims) // which is still told
	w.must(bob, snowflake(), 8, 1)
	if len(w.warned) != 1 || !strings.Contains(w.warned[0], "claims of this host were deleted") {
		t.Errorf("warned %q; want it once", w.warned)
	}
}

// The lead that was used counts, not the one that was permitted.
func TestLeadThatWasUsedCounts(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	s.Overflow = gen.OverflowBorrow
	for range 3 {
		r, err := w.folder.Number(t.Context(), s, 7, 1<<62)
		if err == nil {
			err = w.with(r, s, 5)
		}
		if err != nil {
			t.Fatal(err)
		}
		if w.slept > 2*time.Second {
			t.Errorf("slept %v; want no more than the default lead", w.slept)
		}
		w.slept = 0
		os.Remove(file(w.folder, s, 7))
	}
}

// Root is told that a claim may be immutable, for its mode keeps root from nothing.
func TestImmutableClaim(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("another user is told about the mode")
	}
	f := Folder{Claims: "/claims"}
	err := f.explain(&os.PathError{Op: "open", Path: "/claims/k-7", Err: syscall.EPERM}, "")
	try.Equal(t, fault.Hint(err), "/claims/k-7 may be immutable: chattr -i /claims/k-7", "hint")
}
