package rival

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"idscope/gen"
)

// nextHash makes ours of a namespace and a name, as the command gen does.
func nextHash(b *testing.B, scheme string) {
	s := mustScheme(b, scheme)
	codec, err := s.Layout.Compile()
	if err != nil {
		b.Fatal(err)
	}
	consts, err := codec.Pack(make([]gen.ID, len(s.Layout)))
	if err != nil {
		b.Fatal(err)
	}
	name := []byte("www.example.com")
	make := func() gen.ID {
		digest := s.Digest(uuid.NameSpaceDNS, name)
		return codec.WithSource(consts, gen.Digest, codec.Source(gen.FromBytes(digest[:]), gen.Digest))
	}
	want := uuid.NewSHA1(uuid.NameSpaceDNS, name)
	if scheme == "uuidv3" {
		want = uuid.NewMD5(uuid.NameSpaceDNS, name)
	}
	if make().Bytes16() != want {
		b.Fatalf("%s is %x; want %x", scheme, make().Bytes16(), want)
	}
	each(b, scheme+"/idscope", func() error { make(); return nil })
}

// nextTexts makes ours as text, into a buffer of each goroutine: by Composers, which
// any number of goroutines may use, or by a generator and the text's Append.
func nextTexts(b *testing.B) {
	nano, cuid := mustCompose(b, "nanoid"), mustCompose(b, "cuid2")
	nextText(b, "nanoid/idscope", nano.Append)
	nextText(b, "cuid2/idscope", cuid.Append)

	ctx := context.Background()
	v4 := mustScheme(b, "uuidv4")
	g4, _ := generator(b, v4)
	nextText(b, "uuidv4-text/idscope", func(dst []byte) ([]byte, error) {
		id, err := g4.Next(ctx)
		return v4.Text.Append(dst, id, 128), err
	})
	typed := mustScheme(b, "typeid")
	g, report := generator(b, typed)
	append1 := func(dst []byte) ([]byte, error) {
		id, err := g.Next(ctx)
		return typed.AppendPrefixed(dst, id, "user"), err
	}
	nextText(b, "typeid/idscope", append1, report)
}

func nextText(b *testing.B, name string, add func([]byte) ([]byte, error), after ...func(*testing.B)) {
	open := func() func() error {
		buf := make([]byte, 0, 128)
		return func() error { _, err := add(buf); return err }
	}
	b.Run(name, func(b *testing.B) {
		loopAlone(b, open())
		for _, report := range after {
			report(b)
		}
	})
	b.Run(name+"/parallel", func(b *testing.B) {
		loopAll(b, open)
		for _, report := range after {
			report(b)
		}
	})
}
