package worker

import (
	"strings"
	"testing"

	"idscope/gen/testing/try"
)

// State on a network file system is refused, unless it is allowed.
func TestNetworkState(t *testing.T) {
	w := newWorld(t)
	s := snowflake()
	w.must(w.folder, s, 7, 1)
	f, asked := w.folder, 0
	f.Host.Network = func(string, uintptr) string { asked++; return "NFS" }
	w.refused(f, s, 7, ErrNetwork, "--allow-network-state")
	w.refused(f, s, 8, ErrNetwork, "name a local directory with --state DIR")
	if err := w.run(f, s, 7, 1); !strings.Contains(err.Error(),
		"the state in "+f.State+" is on a network file system (NFS)") {
		t.Errorf("error %v; want the folder and its file system", err)
	}
	if asked != 3 {
		t.Errorf("asked %d times in 3 calls; want once each", asked)
	}
	try.Of(f.Auto(t.Context(), s, 0)).Fails(t, ErrNetwork, "auto:")
	try.Of(f.Repair(t.Context(), RepairOptions{Scheme: s})).Fails(t, ErrNetwork, "repair:")
	f.AllowNetwork = true
	w.must(f, s, 7, 1)
	try.Equal(t, w.auto(f, s, 1), 7, "auto took")
}
