package gen

import (
	"strings"
	"time"
)

// Unused reports whether a field only fills the layout up.
func (f Field) Unused() bool {
	return f.Source == Const && strings.HasPrefix(f.Name, "unused")
}

// Letters gives each field a letter for drawings: one of its name where that is
// free, t before others for a time, - for what only fills up.
func (l Layout) Letters() []byte {
	all := make([]byte, len(l))
	taken := map[byte]bool{}
	for i, f := range l {
		all[i] = '-'
		if f.Unused() {
			continue
		}
		want := f.Name + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		switch n := len(f.Name); {
		case n > 2 && f.Name[n-2] == '_': // rand_a, custom_b
			want = f.Name[n-1:] + want
		case f.Source == Time && strings.Contains(f.Name, "t"): // unix_ts_ms
			want = "t" + want
		}
		for _, c := range []byte(want) {
			if c >= 'A' && !taken[c] && c != '_' {
				all[i], taken[c] = c, true
				break
			}
		}
	}
	return all
}

// TimeLayout is RFC 3339, for package time, with as many digits as the ticks
// need and always as many: none for seconds, 3 for milliseconds, 6, 7 (100 ns) or
// 9 for less.
func (s *Scheme) TimeLayout() string {
	grain, digits := time.Second, 0
	for digits < 9 && (s.Tick%grain != 0 || s.Epoch.Nanosecond()%int(grain) != 0) {
		grain, digits = grain/10, digits+1
	}
	if digits = [...]int{0, 3, 3, 3, 6, 6, 6, 7, 9, 9}[digits]; digits == 0 {
		return "2006-01-02T15:04:05Z07:00"
	}
	return "2006-01-02T15:04:05." + strings.Repeat("0", digits) + "Z07:00"
}
