package cmd

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"idscope/bench/report"
	"idscope/cmd/internal/cli"
)

// wholeFile is a file that appears complete or not at all.
type wholeFile struct {
	path   string // empty for stdout
	direct bool   // no regular file: a device or a pipe, which is written into
}

// newWhole finds out whether the file can be written, before the work for it is
// done. It changes nothing.
func newWhole(path string) (*wholeFile, error) {
	if path == "" || path == "-" {
		return &wholeFile{}, nil
	}
	f := &wholeFile{path: path}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		f.path = real // a link stays one
	}
	info, err := os.Stat(f.path)
	switch {
	case err == nil && info.IsDir():
		return nil, cli.Usage("%s is a folder; want a file", path)
	case err == nil && !info.Mode().IsRegular():
		f.direct = true
		return f, nil
	}
	temp, err := f.create(0o666)
	if err != nil {
		return nil, cli.Refused("%s can not be written: %w", path, cli.FileCause(err))
	}
	temp.Close()
	os.Remove(temp.Name())
	return f, nil
}

// create makes a file of a new name beside the one that is wanted.
func (f *wholeFile) create(mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(f.path)
	name := dir + "." + base + "." + strconv.FormatUint(rand.Uint64(), 36) + ".tmp"
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}

// write puts the content where the file is wanted.
func (f *wholeFile) write(content []byte) error {
	if f.direct {
		return os.WriteFile(f.path, content, 0o666)
	}
	mode := fs.FileMode(0o666) // less the user's mask
	info, err := os.Stat(f.path)
	if err == nil {
		mode = info.Mode().Perm()
	}
	temp, err := f.create(mode)
	if err != nil {
		return err
	}
	_, err = temp.Write(content)
	if err == nil {
		err = temp.Sync()
	}
	if e := temp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(temp.Name(), f.path)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// writeReport makes the page, and writes it into the file or to stdout.
func (o *reportOptions) writeReport(to *wholeFile, p *report.Page) error {
	var b bytes.Buffer
	if err := o.Engines.Report.Write(&b, p, o.Engines.Plot); err != nil {
		return cli.Refused("the report can not be made: %w", err)
	}
	if to.path == "" {
		_, err := o.Out.Write(b.Bytes())
		return cli.StdoutError(err)
	}
	if err := to.write(b.Bytes()); err != nil {
		return cli.Refused("%s can not be written: %w", o.output, cli.FileCause(err))
	}
	return nil
}
