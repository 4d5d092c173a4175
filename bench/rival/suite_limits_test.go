package rival

import (
	"crypto/aes"
	"crypto/cipher"
	crand "crypto/rand"
	"encoding/base32"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// What the machine and the standard library allow at best; nothing here is ours.

func BenchmarkClock(b *testing.B) {
	base := time.Now()
	var cached atomic.Int64
	cached.Store(base.UnixNano())
	b.Run("time.Now", func(b *testing.B) {
		for b.Loop() {
			time.Now()
		}
	})
	b.Run("time.Since", func(b *testing.B) {
		for b.Loop() {
			time.Since(base)
		}
	})
	b.Run("cached", func(b *testing.B) {
		for b.Loop() {
			cached.Load()
		}
	})
}

func BenchmarkRandom(b *testing.B) {
	var buf [64 << 10]byte
	for _, c := range []struct {
		name string
		size int
	}{{"16B", 16}, {"4KiB", 4 << 10}, {"64KiB", 64 << 10}} {
		b.Run(c.name+"/crypto-rand", func(b *testing.B) {
			b.SetBytes(int64(c.size))
			for b.Loop() {
				_, _ = crand.Read(buf[:c.size]) // never fails
			}
		})
	}
	b.Run("8B/chacha8", func(b *testing.B) {
		r := rand.NewChaCha8([32]byte{})
		b.SetBytes(8)
		for b.Loop() {
			r.Uint64()
		}
	})
	b.Run("4KiB/aes-256-ctr", func(b *testing.B) {
		block, err := aes.NewCipher(make([]byte, 32))
		if err != nil {
			b.Fatal(err)
		}
		stream := cipher.NewCTR(block, make([]byte, aes.BlockSize))
		b.SetBytes(4 << 10)
		for b.Loop() {
			stream.XORKeyStream(buf[:4<<10], buf[:4<<10])
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	var from [16]byte
	_, _ = crand.Read(from[:])
	to := make([]byte, 64)
	b.Run("16B/hex", func(b *testing.B) {
		for b.Loop() {
			hex.Encode(to, from[:])
		}
	})
	b.Run("16B/base32", func(b *testing.B) {
		crockford := base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)
		for b.Loop() {
			crockford.Encode(to, from[:])
		}
	})
	b.Run("19digits/strconv", func(b *testing.B) {
		n := uint64(1541815603606036480)
		for b.Loop() {
			strconv.AppendUint(to[:0], n, 10)
		}
	})
}

func BenchmarkAtomic(b *testing.B) {
	var n atomic.Uint64
	each(b, "add", func() error { n.Add(1); return nil })
	each(b, "load-cas", func() error {
		for {
			if old := n.Load(); n.CompareAndSwap(old, old+1) {
				return nil
			}
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer null.Close()
	buf := make([]byte, 32<<10)
	alone(b, "32KiB/devnull", func() error { _, err := null.Write(buf); return err })
}
