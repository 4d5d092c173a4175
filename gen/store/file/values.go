package file

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"idscope/gen/store"
)

const (
	lockCheck = "check that the folder is there and may be written to, and which process holds its lock"
	fileCheck = "check the files in the folder; a damaged one can be deleted, which a register's hosts notice"
)

// hold makes a call under the lock.
func (s *folder) hold(ctx context.Context, tried string, call func() error) error {
	lock, err := s.lock(ctx)
	if err != nil {
		return s.fail(tried, err, lockCheck)
	}
	defer lock.Close()
	return s.fail(tried, call(), fileCheck)
}

func (s *folder) Load(ctx context.Context, key string) (store.Value, error) {
	if err := store.Check(key, nil); err != nil {
		return store.Value{}, err
	}
	var e store.Entry
	err := s.hold(ctx, fmt.Sprintf("load %q", key), func() (err error) {
		e, err = s.read(fileName(key), key)
		return err
	})
	return e.Value, err
}

// read returns the entry of a file, an empty one if there is none. With a key, the
// file has to be that key's.
func (s *folder) read(name, key string) (store.Entry, error) {
	text, err := os.ReadFile(s.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return store.Entry{}, nil
	}
	if err != nil {
		return store.Entry{}, err
	}
	e, err := decode(text)
	if err == nil && (fileName(e.Key) != name || key != "" && e.Key != key) {
		err = fmt.Errorf("it holds key %q", e.Key)
	}
	if err != nil {
		return store.Entry{}, fmt.Errorf("file %s is damaged: %w", s.path(name), err)
	}
	return e, nil
}

func (s *folder) Swap(ctx context.Context, key string, old store.Version, data []byte) (v store.Version, err error) {
	if err := store.Check(key, data); err != nil {
		return "", err
	}
	tried := fmt.Sprintf("write %q", key)
	err = s.hold(ctx, tried, func() error {
		e, err := s.read(fileName(key), key)
		if err != nil {
			return err
		}
		if e.Version != old {
			return store.Conflict(key)
		}
		e = store.Entry{Key: key, Value: store.Value{Data: data, Version: store.Version(rand.Text())}}
		written, err := s.replace(fileName(key), encode(e))
		if err == nil {
			v = e.Version
		} else if written {
			err = fmt.Errorf("%w: %w", store.ErrUnknown, err)
		}
		return s.fail(tried, err, "check the disk's space and health, and who may write there")
	})
	return v, err
}

func (s *folder) List(ctx context.Context, prefix string) (list []store.Entry, err error) {
	err = s.hold(ctx, "list it", func() error {
		names, err := os.ReadDir(s.dir)
		for _, f := range names {
			if strings.HasPrefix(f.Name(), "."+permanent) { // its writer was killed, who had the lock
				_ = os.Remove(s.path(f.Name()))
			}
			if !strings.HasPrefix(f.Name(), permanent) {
				continue
			}
			e, err := s.read(f.Name(), "")
			if err != nil {
				return err
			}
			if strings.HasPrefix(e.Key, prefix) {
				list = append(list, e)
			}
		}
		return s.fail("list it", err, lockCheck)
	})
	if err != nil {
		return nil, err
	}
	store.Sort(list)
	return list, nil
}

// permanent is what the names of values begin with: a key may be a name that Windows refuses.
const permanent = "key."

// fileName is the file of a key: the key where a name can say it, also on file
// systems that take two cases of a letter for one; its hash where it is too long.
func fileName(key string) string {
	var b strings.Builder
	for _, c := range []byte(key) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	if name := b.String(); len(name) <= 200 {
		return permanent + name
	}
	return fmt.Sprintf("%s%s~%x", permanent, b.String()[:120], sha256.Sum256([]byte(key)))
}

// encode writes an entry: three lines and the data.
func encode(e store.Entry) []byte {
	body := fmt.Appendf(nil, "%s\n%s\n", e.Key, e.Version)
	body = append(body, e.Data...)
	return append(fmt.Appendf(nil, "idscope value 1 %x\n", sha256.Sum256(body)), body...)
}

func decode(text []byte) (e store.Entry, err error) {
	first, body, _ := bytes.Cut(text, []byte("\n"))
	if string(first) != fmt.Sprintf("idscope value 1 %x", sha256.Sum256(body)) {
		return e, errors.New("its checksum does not fit")
	}
	key, rest, _ := bytes.Cut(body, []byte("\n"))
	version, data, ok := bytes.Cut(rest, []byte("\n"))
	if e = (store.Entry{Key: string(key), Value: store.Value{Data: data, Version: store.Version(version)}}); !ok ||
		e.Version == "" {
		return store.Entry{}, errors.New("it ends too early")
	}
	return e, store.Check(e.Key, e.Data)
}
