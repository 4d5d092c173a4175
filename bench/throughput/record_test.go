package throughput

import "testing"

func TestNanoseconds(t *testing.T) {
	for v, want := range map[float64]string{0: "0.00", 1.754: "1.75", 9.996: "10.0", 62.14: "62.1", 99.96: "100",
		38630: "38630", 123456: "123us", 2.5e6: "2500us"} {
		if got := nanoseconds(v); got != want {
			t.Errorf("nanoseconds(%v) = %s; want %s", v, got, want)
		}
	}
}
