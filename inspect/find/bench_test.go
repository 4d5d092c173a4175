package find

import (
	"bytes"
	"context"
	"os"
	"testing"
	"time"

	"idscope/inspect"
)

func BenchmarkFind(b *testing.B) {
	in, err := inspect.New(inspect.Options{Now: time.Now(), Strict: true})
	if err != nil {
		b.Fatal(err)
	}
	text, _ := os.ReadFile(os.Getenv("P5LOG"))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		_, err := Run(context.Background(), []Input{{"x", bytes.NewReader(text)}}, Options{Inspector: in, Workers: 1}, func() Format { return func(dst []byte, c *Chunk) []byte { return dst } }, func([]byte) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
}
