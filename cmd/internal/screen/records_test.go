package screen

type inner struct {
	Rate float64 `json:"rate" csv:"per_second"`
	By   string  `json:"by,omitempty"`
}

type shade uint8

func (s shade) Cell() string { return [...]string{"dark", "light"}[s] }

type pair []int

func (p pair) Columns() (names, cells []string) {
	if p == nil {
		return []string{"a", "b"}, []string{"", ""}
	}
	return []string{"a", "b"}, []string{"1", "2"}
}

type line struct {
	N    int      `json:"n"`
	More *inner   `json:"more,omitempty" csv:"more_"`
	List []string `json:"list" csv:",sep=; "`
}

type record struct {
	Schema int     `json:"schema" csv:"-"`
	Name   string  `json:"name"`
	Lines  []line  `json:"lines" csv:",rows"`
	Size   *int64  `json:"size,omitempty" csv:"size_bytes,last"`
	Read   *inner  `json:"read,omitempty" csv:"read_,last"`
	All    []inner `json:"all" csv:"all_"`
	Taken  []int   `json:"taken" csv:"taken,count"`
	Zero   int     `json:"zero,omitempty"`
	Shade  shade   `json:"shade"`
	Pair   pair    `json:"pair"`
	hidden int
}

// records are with each kind of member, and without.
func records() []record {
	size := int64(7)
	return []record{
		{1, "x|y", []line{{1, &inner{Rate: 0.5, By: "k"}, []string{"p", "q"}}, {N: 2}}, &size, &inner{Rate: 1e9},
			[]inner{{1, "u"}, {2, ""}}, []int{4, 5, 6}, 0, 1, pair{1}, 0},
		{Schema: 1, Name: "no lines"},
		{Schema: 1, Name: "a\tb\n", Lines: []line{{N: 3}}, Zero: 8},
	}
}
