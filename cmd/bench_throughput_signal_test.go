//go:build unix

package cmd

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"

	"idscope/bench/throughput"
)

// TestThroughputInterrupted: a signal ends the measurement with its status; what
// was sampled until then is printed, and said to be partial.
func TestThroughputInterrupted(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, format := range []string{"text", "json", "csv", "gobench"} {
			opened := 0
			rival := throughput.Subject{Name: "ulid", Package: "example.org/x/ulid", Against: "ulid", Hows: []throughput.How{throughput.Next},
				Open: func(bool) (*throughput.Maker, error) {
					opened++
					return &throughput.Maker{Loop: func(ctx context.Context, _ throughput.How, n int) error {
						spend(n)
						if opened == 40 { // calibration takes fewer
							if err := syscall.Kill(os.Getpid(), s); err != nil {
								return err
							}
							<-ctx.Done()
						}
						return nil
					}}, nil
				}}
			with := func(e *Environment) {
				e.Engines.Rivals = func() []throughput.Subject { return []throughput.Subject{rival} }
			}
			got := call(t, with, "bench", "throughput", "--rivals", "--how", "next", "--threads", "1", "--time", "1ms", "--samples", "1000", "--format", format)
			want := map[string]string{"text": "PARTIAL: interrupted after ", "json": `"partial":true`, "csv": ",true\n", "gobench": "\npartial: true\n"}[format]
			if got.status != 128+int(s) || !strings.Contains(got.out, want) || !strings.Contains(got.out, "ulid") || !strings.Contains(got.err, "warning: interrupted: the figures are partial") {
				t.Errorf("after %v, as %s: status %d, %.200q, %q; want %d and %q", s, format, got.status, got.out, got.err, 128+int(s), want)
			}
		}
	}
}
