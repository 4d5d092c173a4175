package cli

import (
	"strings"
	"testing"
	"time"

	"idscope/bench/collide"
)

func TestParseFault(t *testing.T) {
	tests := []struct {
		text string
		want collide.Fault
	}{
		{"skew=50ms", collide.Fault{Kind: collide.Skew, Shift: 50 * time.Millisecond}},
		{"step=-2s@10m", collide.Fault{Kind: collide.Step, Shift: -2 * time.Second, At: 10 * time.Minute, Timed: true}},
		{"step=1d@2w#3", collide.Fault{Kind: collide.Step, Shift: 24 * time.Hour, At: 14 * 24 * time.Hour, Timed: true,
			Node: 3}},
		{"restart@0", collide.Fault{Kind: collide.Restart, Timed: true}},
		{"restart=30s@1m", collide.Fault{Kind: collide.Restart, Shift: 30 * time.Second, At: time.Minute, Timed: true}},
		{"lose-state", collide.Fault{Kind: collide.LoseState}},
		{"same-worker=2", collide.Fault{Kind: collide.SameWorker, Count: 2}},
		{"burst=1e5@1s", collide.Fault{Kind: collide.Burst, Count: 100000, At: time.Second, Timed: true}},
	}
	for _, test := range tests {
		if got, err := ParseFault(test.text); err != nil || got != test.want {
			t.Errorf("parseFault(%q) = %+v, %v; want %+v", test.text, got, err, test.want)
		}
	}
}

// FuzzFault: no text makes the parser panic, what it takes is a fault that the
// simulation refuses or runs, and the error of what it does not names the text.
func FuzzFault(f *testing.F) {
	for _, c := range collide.FaultChoices() {
		f.Add(strings.Fields(strings.ReplaceAll(c.Help, ":", " "))[0])
	}
	f.Add("step=-2s@10m#3")
	f.Add("burst=1e99@1s")
	f.Fuzz(func(t *testing.T, text string) {
		fault, err := ParseFault(text)
		switch {
		case err != nil:
			if !strings.Contains(err.Error(), "; use ") {
				t.Errorf("parseFault(%q) = %v; want what would be right", text, err)
			}
		case fault.Kind == 0, fault.Timed && !fault.Kind.Takes().Time, fault.At < 0, fault.Node < 0:
			t.Errorf("parseFault(%q) = %+v", text, fault)
		}
	})
}
