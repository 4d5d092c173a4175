package find

import (
	"bytes"

	"idscope/inspect"
)

// finder finds identifiers in chunks. It is for one goroutine.
type finder struct {
	glancer  *inspect.Glancer
	shortest int
	windowed bool
	opts     Options
	symbol   [256]uint8 // 0 of other bytes
	chunk    *Chunk
	counted  int   // up to where line feeds are counted
	line     int64 // there
	start    int   // of that line, in Data; below 0 if it began before
}

func newFinder(o Options) *finder {
	f := &finder{glancer: inspect.NewGlancer(o.Inspector, o.All), shortest: o.Shortest, opts: o, windowed: !o.From.IsZero() || !o.To.IsZero()}
	for c := range f.symbol {
		switch c := byte(c); {
		case isAlnum(c):
			f.symbol[c] = alnum
		case c == '-':
			f.symbol[c] = hyphen
		case c == '_':
			f.symbol[c] = underscore
		}
	}
	return f
}

// The kinds of symbols of a run.
const (
	alnum uint8 = 1 << iota
	hyphen
	underscore
)

func isSymbol(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }

func isAlnum(c byte) bool { return c-'0' < 10 || c|' '-'a' < 26 }

// find fills in what is found in a chunk.
func (f *finder) find(c *Chunk) {
	f.chunk, f.counted, f.line, f.start = c, 0, c.Line, 1-int(c.Column)
	c.Finds = c.Finds[:0]
	data, at := c.Data, 0
	if c.within { // the run that a cut went through has UUIDs at most
		for at < len(data) && f.symbol[data[at]] != 0 {
			at++
		}
		f.uuids(0, at, false)
	}
	for last := f.shortest - 1; at+last < len(data); {
		// If the byte at which a run would be long enough is no symbol, nothing up
		// to it is: most words are passed by in one step.
		end, kinds := at+last, uint8(0)
		for end >= at && f.symbol[data[end]] != 0 {
			kinds |= f.symbol[data[end]]
			end--
		}
		if end >= at {
			at = end + 1
			continue
		}
		end = at + last + 1
		for end < len(data) && f.symbol[data[end]] != 0 {
			kinds |= f.symbol[data[end]]
			end++
		}
		f.run(at, end, kinds)
		at = end + 1
	}
}

// add notes a find.
func (f *finder) add(start, end int, o inspect.Glance) {
	data := f.chunk.Data
	if n := bytes.Count(data[f.counted:start], lineFeed); n > 0 {
		f.line += int64(n)
		f.start = bytes.LastIndexByte(data[:start], '\n') + 1
	}
	f.counted = start
	inside := !f.windowed || o.Timed && !o.Time.Before(f.opts.From) && (f.opts.To.IsZero() || o.Time.Before(f.opts.To))
	f.chunk.Finds = append(f.chunk.Finds, Find{o, start, end, f.line, int64(start-f.start) + 1, inside})
}

var lineFeed = []byte{'\n'}
