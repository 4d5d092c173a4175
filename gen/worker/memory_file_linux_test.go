package worker

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// held is the open file, at a step of its process.
func (o *opened) held() (*opened, error) {
	if !o.p.dead {
		o.p.step()
	}
	if o.inode == nil {
		return nil, fs.ErrClosed
	}
	return o, nil
}

func (o *opened) Name() string { return o.path }
func (o *opened) Fd() uintptr  { return ^uintptr(0) }

func (o *opened) Stat() (os.FileInfo, error) {
	if _, err := o.held(); err != nil {
		return nil, err
	}
	return o.info(o.path), nil
}

func (o *opened) ReadAt(b []byte, at int64) (int, error) {
	if _, err := o.held(); err != nil {
		return 0, err
	}
	if at >= int64(len(o.content)) {
		return 0, io.EOF
	}
	n := copy(b, o.content[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (o *opened) Write(b []byte) (int, error) { return o.WriteAt(b, int64(len(o.content))) }

func (o *opened) WriteAt(b []byte, at int64) (int, error) {
	if _, err := o.held(); err != nil {
		return 0, err
	}
	content := append(make([]byte, 0, max(len(o.content), int(at)+len(b))), o.content...)
	content = content[:cap(content)]
	copy(content[at:], b)
	o.p.written(o.inode, content)
	return len(b), nil
}

func (o *opened) Truncate(size int64) error {
	if _, err := o.held(); err != nil {
		return err
	}
	content := make([]byte, size)
	copy(content, o.content)
	o.p.written(o.inode, content)
	return nil
}

func (o *opened) Chmod(mode os.FileMode) error {
	if _, err := o.held(); err != nil {
		return err
	}
	o.mode = o.mode&fs.ModeDir | mode
	o.p.touch(o.inode)
	return nil
}

func (o *opened) Chown(uid, gid int) error { return nil }

func (o *opened) Sync() error {
	if _, err := o.held(); err != nil {
		return err
	}
	o.p.synced(o.inode)
	o.p.commit()
	return nil
}

func (o *opened) Close() error {
	if _, err := o.held(); err != nil {
		return err
	}
	o.close()
	return nil
}

// described is an inode as it was.
type described struct {
	name string
	size int64
	mode fs.FileMode
	stat syscall.Stat_t
}

func (i *inode) info(path string) os.FileInfo {
	d := &described{name: filepath.Base(path), size: int64(len(i.content)), mode: i.mode}
	d.stat.Dev, d.stat.Ino, d.stat.Ctim = i.device, i.number, syscall.NsecToTimespec(i.change.UnixNano())
	return d
}

func (d *described) Name() string       { return d.name }
func (d *described) Size() int64        { return d.size }
func (d *described) Mode() fs.FileMode  { return d.mode }
func (d *described) ModTime() time.Time { return time.Time{} }
func (d *described) IsDir() bool        { return d.mode.IsDir() }
func (d *described) Sys() any           { return &d.stat }
