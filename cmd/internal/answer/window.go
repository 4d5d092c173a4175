package answer

import (
	"context"
	"fmt"
	"time"

	"idscope/gen/fault"
	"idscope/inspect"
)

// windowQuestion asks for the smallest and the largest ID of a window of time.
type windowQuestion struct {
	Scheme string `json:"scheme"`
	From   string `json:"from"` // RFC 3339
	To     string `json:"to"`   // which is not in it
	Column string `json:"column"`
}

// windowAnswer is what range says, with the condition of --sql.
type windowAnswer struct {
	Low     string   `json:"low"`
	High    string   `json:"high"`
	LowInt  string   `json:"low_int"`
	HighInt string   `json:"high_int"`
	SQL     string   `json:"sql,omitempty"` // absent where the texts do not sort as the IDs do
	Notes   []string `json:"notes"`
}

func (a *Answerer) window(_ context.Context, q windowQuestion) (any, error) {
	s, err := find(q.Scheme)
	if err != nil {
		return nil, err
	}
	var ends [2]time.Time
	for i, text := range []string{q.From, q.To} {
		if ends[i], err = time.Parse(time.RFC3339, text); err != nil {
			return nil, fmt.Errorf("%.64q is not a time; use one such as 2026-01-31T00:00:00Z", text)
		}
	}
	r, err := inspect.Window(s, ends[0], ends[1])
	if err != nil {
		return nil, err
	}
	answer := windowAnswer{Low: r.LowText, High: r.HighText, LowInt: r.Low.Decimal(), HighInt: r.High.Decimal(),
		Notes: append([]string{}, r.Notes...)}
	if answer.SQL, err = r.SQL(q.Column); err != nil {
		answer.Notes = append(answer.Notes, err.Error())
		if hint := fault.Hint(err); hint != "" {
			answer.Notes = append(answer.Notes, hint)
		}
	}
	return answer, nil
}
