package gen

import (
	"cmp"
	"context"
	"io"
	"sync"
)

// IDSource gives out the IDs of one scheme as they are to be written. Any number of goroutines may use it; no ID comes
// twice.
type IDSource interface {
	// Fill takes at most n of the next IDs, at least one: as many as are cheap to take together and do not have to be
	// waited for long. io.EOF says that there are no more.
	Fill(ctx context.Context, n uint64) (Block, error)

	// Close gives back what the source holds.
	Close() error
}

// Block is IDs that were taken from a source and are not written yet.
type Block struct {
	N uint64 // how many there are; 0 where they are counted as they are written

	// Append appends them, once. On an error those before it are good, and were appended.
	Append func(dst []byte) ([]byte, error)
}

// AppendNext appends the next ID of a source.
func AppendNext(ctx context.Context, from IDSource, dst []byte) ([]byte, error) {
	b, err := from.Fill(ctx, 1)
	if err != nil {
		return dst, err
	}
	return b.Append(dst)
}

// IDs gives out the values of IDs, to any number of goroutines: a Generator does, and a counter.
type IDs interface {
	// Fill gives the first n of dst a value, at least one. On an error those n are good.
	Fill(ctx context.Context, dst []ID) (n int, err error)

	// Close gives back what is held.
	Close() error
}

// Write appends IDs as they are to be written. On an error those before it are appended.
type Write func(dst []byte, ids []ID) ([]byte, error)

// Lines writes IDs in a form, one a line; those of a binary form have no end.
func Lines(t Text, bits int) Write {
	if t.Form.Binary() {
		return func(dst []byte, ids []ID) ([]byte, error) {
			for _, id := range ids {
				dst = t.Append(dst, id, bits)
			}
			return dst, nil
		}
	}
	return func(dst []byte, ids []ID) ([]byte, error) { return t.AppendLines(dst, ids, bits), nil }
}

// Lines writes IDs as the scheme does, one a line, with its default prefix.
func (s *Scheme) Lines() Write {
	if s.Affix == nil {
		return Lines(s.Text, s.Layout.Size())
	}
	return func(dst []byte, ids []ID) ([]byte, error) {
		for _, id := range ids {
			dst = append(s.Append(dst, id), '\n')
		}
		return dst, nil
	}
}

// blockIDs is how many IDs are taken and written at a time: their numbers and their text stay in the second cache of a
// processor.
const blockIDs = 4096

// Texts returns the source of IDs of a scheme that are written so.
func Texts(s *Scheme, ids IDs, write Write) IDSource {
	t := &texts{IDs: ids, most: sync.OnceValue(s.inTenth), write: write}
	t.free.New = func() any {
		b := &textBlock{from: t}
		b.give = b.append
		return b
	}
	return t
}

// inTenth is how many IDs one worker may generate in a tenth of a second, at most blockIDs: so the IDs of a slow scheme
// do not wait long to be seen.
func (s *Scheme) inTenth() uint64 {
	n, ok := s.PerSecond()
	if !ok {
		return blockIDs
	}
	second, _ := n.Float64()
	return uint64(min(max(second/10, 1), blockIDs))
}

type texts struct {
	IDs
	most  func() uint64 // see inTenth
	write Write
	free  sync.Pool // of blocks that were written
}

func (t *texts) Fill(ctx context.Context, n uint64) (Block, error) {
	b := t.free.Get().(*textBlock)
	if n > 1 {
		n = min(n, t.most())
	}
	if uint64(cap(b.ids)) < n {
		b.ids = make([]ID, n)
	}
	made, err := t.IDs.Fill(ctx, b.ids[:n])
	if made == 0 {
		return Block{}, err
	}
	b.ids, b.refusal = b.ids[:made], err
	return Block{uint64(made), b.give}, nil
}

// textBlock is IDs of texts.
type textBlock struct {
	from    *texts
	ids     []ID
	refusal error                            // after them
	give    func(dst []byte) ([]byte, error) // append, kept so that a block does not allocate
}

func (b *textBlock) append(dst []byte) ([]byte, error) {
	dst, err := b.from.write(dst, b.ids)
	err = cmp.Or(err, b.refusal)
	b.from.free.Put(b)
	return dst, err
}

// Loop takes a number of IDs from a source.
type Loop struct {
	ctx  context.Context
	from IDSource
	left uint64
}

// NewLoop returns the loop over n IDs of a source.
func NewLoop(ctx context.Context, from IDSource, n uint64) *Loop {
	return &Loop{ctx: ctx, from: from, left: n}
}

// Take takes the next block; io.EOF says that there are no more. One goroutine at a time does so.
func (l *Loop) Take() (Block, error) {
	if l.left == 0 {
		return Block{}, io.EOF
	}
	b, err := l.from.Fill(l.ctx, l.left)
	if err == nil {
		l.left -= min(b.N, l.left)
	}
	return b, err
}

// Run has each block written in turn. What was taken before an error is written, too.
func (l *Loop) Run(write func(text []byte) error) error {
	var text []byte
	for {
		if l.ctx.Err() != nil {
			return context.Cause(l.ctx)
		}
		b, err := l.Take()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		text, err = b.Append(text[:0])
		if e := write(text); e != nil {
			return e
		}
		if err != nil {
			return err
		}
	}
}
