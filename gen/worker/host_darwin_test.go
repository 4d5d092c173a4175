package worker

import (
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// The machine's id is the hardware's, as ioreg tells it, not the kernel's.
func TestMachineIDIsTheHardwares(t *testing.T) {
	id := machineID()
	if len(id) != 32 {
		t.Fatalf("machineID() = %q; want 32 hex digits", id)
	}
	kernel, _ := unix.Sysctl("kern.uuid")
	if strings.EqualFold(strings.ReplaceAll(kernel, "-", ""), id) {
		t.Errorf("machineID() = %s, which is kern.uuid; want the hardware's", id)
	}
	out, err := exec.Command("ioreg", "-rd1", "-c", "IOPlatformExpertDevice").Output()
	if err != nil {
		t.Skipf("ioreg: %v", err)
	}
	if !strings.Contains(strings.ToLower(strings.ReplaceAll(string(out), "-", "")), id) {
		t.Errorf("machineID() = %s; want the IOPlatformUUID of\n%s", id, out)
	}
}
