package known

import "testing"

// TestHyperID: hyperid.decode says these UUIDs of texts that hyperid generated; version 3
// changed the URL-safe alphabet.
func TestHyperID(t *testing.T) {
	for text, want := range map[string]string{
		"vyjDDHtPT7-XB1H_wunltQ-0": "bf28c30c-7b4f-4fbf-9707-51ffc2e9e5b5", // 4.0.0
		"vwSmFUwbTA_c3awp-jHjyg-0": "bf04a615-4c1b-4c0f-9cdd-ac29fe31e3ca", // 2.3.1
	} {
		found, err := verifyHyperID(text)
		if err != nil || len(found) != 1 || found[0].Value != want {
			t.Errorf("verifyHyperID(%s) = %v, %v; want %s", text, found, err, want)
		}
	}
}
