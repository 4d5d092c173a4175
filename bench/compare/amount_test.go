package compare

import "testing"

func TestAmount(t *testing.T) {
	for v, want := range map[float64]string{
		0.05: "0.05", 31.54: "31.5", 999.4: "999", 999.6: "1,000", 8192: "8,192", 25600: "25,600", 999_499: "999,499",
		999_600: "1 million", 4_096_000: "4.1 million", 999_400_000: "999 million", 999_600_000: "1 billion",
		1 / 1e-9: "1 billion", 1 / 1e-12: "1 trillion", 6.31e9: "6.31 billion", 999.6e12: "1e15", 3.1547e19: "3.15e19",
	} {
		if got := amount(v); got != want {
			t.Errorf("amount(%v) = %s; want %s", v, got, want)
		}
	}
	for p, want := range map[float64]string{0: "0", 1: "1", 0.0431: "0.043", 8.353e-9: "8.4e-9", 4.6e-26: "4.6e-26"} {
		if got := Probability(p); got != want {
			t.Errorf("Probability(%v) = %s; want %s", p, got, want)
		}
	}
}
