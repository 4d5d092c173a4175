package screen

// Fact is a word and what is said of it.
type Fact [2]string

// Where what is said of anything but an ID begins, and where it is wrapped.
const (
	FactColumn = 15
	TextWidth  = 80
)

// Facts begins a card with a title and facts, which wraps also where nobody looks.
func (p *Pen) Facts(title []Styled, list []Fact) *Page {
	page := p.AtMost(TextWidth).Page(FactColumn)
	page.Line(title...)
	page.Line()
	page.SayAll(list)
	return page
}

// SayAll writes facts, one below the other.
func (p *Page) SayAll(list []Fact) {
	for _, f := range list {
		p.Say(f[0], f[1])
	}
}
