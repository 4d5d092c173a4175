package cli

import "testing"

func TestColours(t *testing.T) {
	type vars map[string]string
	tests := []struct {
		words    string
		flag     string
		vars     vars
		terminal bool
		want     bool
	}{
		{"a terminal", "auto", nil, true, true},
		{"a pipe", "auto", nil, false, false},
		{"always in a pipe", "always", nil, false, true},
		{"never on a terminal", "never", nil, true, false},
		{"always beats NO_COLOR", "always", vars{"NO_COLOR": "1"}, false, true},
		{"never beats CLICOLOR_FORCE", "never", vars{"CLICOLOR_FORCE": "1"}, true, false},
		{"NO_COLOR on a terminal", "auto", vars{"NO_COLOR": "1"}, true, false},
		{"NO_COLOR says no whatever it holds", "auto", vars{"NO_COLOR": "0"}, true, false},
		{"an empty NO_COLOR says nothing", "auto", vars{"NO_COLOR": ""}, true, true},
		{"NO_COLOR beats CLICOLOR_FORCE", "auto", vars{"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, true, false},
		{"CLICOLOR_FORCE in a pipe", "auto", vars{"CLICOLOR_FORCE": "1"}, false, true},
		{"FORCE_COLOR in a pipe", "auto", vars{"FORCE_COLOR": "1"}, false, true},
		{"CLICOLOR_FORCE=0 forces nothing", "auto", vars{"CLICOLOR_FORCE": "0"}, false, false},
		{"an empty CLICOLOR_FORCE forces nothing", "auto", vars{"CLICOLOR_FORCE": ""}, false, false},
		{"force beats CLICOLOR=0", "auto", vars{"CLICOLOR_FORCE": "1", "CLICOLOR": "0"}, false, true},
		{"CLICOLOR=0 on a terminal", "auto", vars{"CLICOLOR": "0"}, true, false},
		{"CLICOLOR=1 in a pipe", "auto", vars{"CLICOLOR": "1"}, false, false},
		{"a dumb terminal", "auto", vars{"TERM": "dumb"}, true, false},
		{"force beats a dumb terminal", "auto", vars{"TERM": "dumb", "FORCE_COLOR": "1"}, true, true},
	}
	for _, test := range tests {
		if got := colours(test.flag, func(name string) string { return test.vars[name] }, test.terminal); got != test.want {
			t.Errorf("%s: colours(%s, %v, %t) = %t; want %t", test.words, test.flag, test.vars, test.terminal, got, test.want)
		}
	}
}
