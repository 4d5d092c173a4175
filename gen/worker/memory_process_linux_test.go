package worker

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"idscope/gen/internal/guard"
)

// process is what one process sees of the disk. Each of its steps may be its last.
type process struct {
	*memory
	step    func() // before each operation; panics with histories.Killed if the process ends here
	dead    bool
	handles []*opened
}

// opened is an open file.
type opened struct {
	*inode
	p    *process
	path string
}

// die closes all files.
func (p *process) die() {
	p.dead = true
	for _, o := range p.handles {
		o.close()
	}
}

func (o *opened) close() {
	if o.inode != nil {
		if o.locked == o {
			o.locked = nil
		}
		o.opens--
		o.p.free(o.inode)
		o.inode = nil
	}
}

func failed(op, path string, err error) error { return &fs.PathError{Op: op, Path: path, Err: err} }

// at is the inode of a path.
func (p *process) at(op, path string) (*inode, error) {
	if p.dead {
		return nil, syscall.EIO
	}
	p.step()
	if i := p.names[path]; i != nil {
		return i, nil
	}
	return nil, failed(op, path, syscall.ENOENT)
}

// above makes sure that a path can be made.
func (p *process) above(op, path string) error {
	if p.dead {
		return syscall.EIO
	}
	p.step()
	if p.names[path] != nil {
		return failed(op, path, syscall.EEXIST)
	}
	if p.names[filepath.Dir(path)] == nil {
		return failed(op, path, syscall.ENOENT)
	}
	return nil
}

func (p *process) Open(path string, flag int, mode os.FileMode) (guard.File, error) {
	var i *inode
	var err error
	if flag&os.O_EXCL != 0 {
		if err = p.above("open", path); err == nil {
			i = p.make(path, mode)
		}
	} else {
		i, err = p.at("open", path)
	}
	if err != nil {
		return nil, err
	}
	o := &opened{i, p, path}
	i.opens++
	p.handles = append(p.handles, o)
	return o, nil
}

func (p *process) Lstat(path string) (os.FileInfo, error) {
	i, err := p.at("lstat", path)
	if err != nil {
		return nil, err
	}
	return i.info(path), nil
}

func (p *process) Stat(path string) (os.FileInfo, error) { return p.Lstat(path) }

func (p *process) ReadDir(path string) (all []os.DirEntry, err error) {
	if _, err := p.at("open", path); err != nil {
		return nil, err
	}
	for _, name := range p.list(path, true) {
		if name != path && filepath.Dir(name) == path {
			all = append(all, fs.FileInfoToDirEntry(p.names[name].info(name)))
		}
	}
	return all, nil
}

func (p *process) Mkdir(path string, mode os.FileMode) error {
	err := p.above("mkdir", path)
	if err == nil {
		p.make(path, fs.ModeDir|mode)
	}
	return err
}

func (p *process) Inherit(guard.File) {}

func (p *process) Chmod(path string, mode os.FileMode) error {
	i, err := p.at("chmod", path)
	if err == nil {
		i.mode = i.mode&fs.ModeDir | mode
		p.touch(i)
	}
	return err
}

func (p *process) Link(from, to string) error {
	i, err := p.at("link", from)
	if err == nil && p.names[to] != nil {
		err = failed("link", to, syscall.EEXIST)
	}
	if err == nil && p.names[filepath.Dir(to)] == nil {
		err = failed("link", to, syscall.ENOENT)
	}
	if err == nil {
		p.name(to, i)
	}
	return err
}

func (p *process) Rename(from, to string) error {
	i, err := p.at("rename", from)
	if err != nil {
		return err
	}
	if i.mode.IsDir() && len(p.list(to, true)) > 1 {
		return failed("rename", to, syscall.ENOTEMPTY)
	}
	if p.names[filepath.Dir(to)] == nil {
		return failed("rename", to, syscall.ENOENT)
	}
	for _, path := range p.list(from, true) {
		p.name(to+strings.TrimPrefix(path, from), p.names[path])
		p.name(path, nil)
	}
	return nil
}

func (p *process) Remove(path string) error {
	_, err := p.at("remove", path)
	if err == nil {
		p.name(path, nil)
	}
	return err
}

func (p *process) Lock(f guard.File, wait bool) (bool, error) {
	if wait {
		panic("histories do not wait for locks")
	}
	o, err := f.(*opened).held()
	if err != nil || o.locked != nil && o.locked != o {
		return false, err
	}
	o.locked = o
	return true, nil
}

func (p *process) SyncData(f guard.File) error {
	o, err := f.(*opened).held()
	if err == nil {
		p.syncedData(o.inode)
	}
	return err
}

func (p *process) SyncFolder(string) {
	if !p.dead {
		p.step()
		p.commit()
	}
}
