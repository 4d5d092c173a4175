package worker

import (
	"context"
	"os"
	"testing"

	"idscope/gen"
	"idscope/gen/internal/guard"
)

// One reservation on a record that exists: what a call of the tool pays. Goal:
// 20 us on the machine named in the report of the day.
func BenchmarkUpdate(b *testing.B) {
	f := newBenchFolder(b)
	r, err := f.Number(context.Background(), snowflake(), 7, 0)
	if err != nil {
		b.Fatal(err)
	}
	step := func(m *gen.Mark) error {
		m.Used, m.Tick = true, 1
		return nil
	}
	for b.Loop() {
		if err := r.Update(context.Background(), step); err != nil {
			b.Fatal(err)
		}
	}
}

// A call that also looks for a free number.
func BenchmarkAutoUpdate(b *testing.B) {
	f := newBenchFolder(b)
	s := snowflake()
	step := func(m *gen.Mark) error {
		m.Used, m.Tick = true, 1
		return nil
	}
	for b.Loop() {
		r, err := f.Auto(context.Background(), s, 0)
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Update(context.Background(), step); err != nil {
			b.Fatal(err)
		}
	}
}

func newBenchFolder(b *testing.B) Folder {
	dir := b.TempDir()
	return Folder{State: dir + "/state", Claims: dir + "/claims", Host: DefaultHost()}
}

// The floor: open, lock, read, write, close, of one file by hand.
func BenchmarkBareFile(b *testing.B) {
	path := b.TempDir() + "/file"
	content := make([]byte, guard.BlockSize)
	for b.Loop() {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := (guard.System{}).Lock(f, false); err != nil {
			b.Fatal(err)
		}
		f.ReadAt(content, 0)
		if _, err := f.WriteAt(content, 0); err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}
