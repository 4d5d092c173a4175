package redis

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"

	client "github.com/redis/go-redis/v9"

	"idscope/gen/store"
)

// versionLength is how many symbols of a value are its version: random, so that
// none returns after a key was deleted.
const versionLength = 26 // as [rand.Text] says, 130 bits

// swapScript writes a value if the old one has that version. SET is its last command:
// whatever error the server reports, nothing was written.
const swapScript = `
local value = redis.call('GET', KEYS[1])
local version = value and string.sub(value, 1, #ARGV[2]) or ''
if version ~= ARGV[1] then
	return 0
end
redis.call('SET', KEYS[1], ARGV[2] .. ARGV[3])
return 1`

func (s *server) Load(ctx context.Context, key string) (v store.Value, err error) {
	text, err := s.client.Get(ctx, s.prefix+key).Result()
	switch {
	case err == nil:
		return read(text)
	case errors.Is(err, client.Nil):
		return v, nil
	}
	return v, err
}

// read takes a value apart.
func read(text string) (store.Value, error) {
	if len(text) < versionLength {
		return store.Value{}, errors.New("the value is not one of a store's")
	}
	return store.Value{Version: store.Version(text[:versionLength]), Data: []byte(text[versionLength:])}, nil
}

func (s *server) Swap(ctx context.Context, key string, old store.Version, data []byte) (store.Version, error) {
	version := rand.Text()
	done, err := s.swap.Run(ctx, s.client, []string{s.prefix + key}, string(old), version, data).Int()
	if err == nil && done == 0 {
		err = store.Conflict(key)
	}
	if err != nil {
		return "", err
	}
	return store.Version(version), nil
}

// batch is how many keys are asked for at once; a value may have 64 KiB.
const batch = 100

// List returns the entries whose keys begin with the prefix. What is there during
// the whole call is in it (Redis, SCAN).
func (s *server) List(ctx context.Context, prefix string) ([]store.Entry, error) {
	var keys []string
	scan := s.client.Scan(ctx, 0, literal(s.prefix+prefix)+"*", 1000).Iterator()
	for scan.Next(ctx) {
		keys = append(keys, scan.Val())
	}
	if err := scan.Err(); err != nil {
		return nil, err
	}
	slices.Sort(keys)
	return s.values(ctx, slices.Compact(keys)) // a key may come twice
}

// values loads keys of the server, in their order; those that are gone are left out.
func (s *server) values(ctx context.Context, keys []string) ([]store.Entry, error) {
	var list []store.Entry
	for part := range slices.Chunk(keys, batch) {
		values, err := s.client.MGet(ctx, part...).Result()
		if err != nil {
			return nil, err
		}
		for i, value := range values {
			text, ok := value.(string)
			if !ok {
				continue
			}
			v, err := read(text)
			if err != nil {
				return nil, fmt.Errorf("key %q: %w", part[i], err)
			}
			list = append(list, store.Entry{Key: strings.TrimPrefix(part[i], s.prefix), Value: v})
		}
	}
	return list, nil
}

// literal is a pattern that fits that text alone.
func literal(text string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`).Replace(text)
}
