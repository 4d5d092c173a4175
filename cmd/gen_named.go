package cmd

import (
	"bufio"
	"errors"
	"io"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// named makes the ids of names: of one, or of each line of stdin.
func (o *genOptions) named(s *gen.Scheme, out *sink) error {
	if err := o.refuseNamed(s); err != nil {
		return err
	}
	codec, err := s.Layout.Compile()
	if err != nil {
		return cli.Usage("%w", err)
	}
	consts, err := codec.Pack(make([]gen.ID, len(s.Layout)))
	if err != nil {
		return cli.Usage("%w", err)
	}
	space := cli.Namespace(o.namespace.Value)
	add := func(name []byte) error {
		digest := s.Digest(space, name)
		value := codec.Source(gen.FromBytes(digest[:]), gen.Digest)
		return out.add(codec.WithSource(consts, gen.Digest, value))
	}
	switch {
	case o.count == 0:
	case o.name == "-":
		err = o.eachLine(out, add)
	default:
		err = add([]byte(o.name))
	}
	if e := out.close(); err == nil {
		err = e
	}
	return err
}

// eachLine calls add for every line of stdin, without its newline; a last line
// may lack it. What was made is written out before waiting for more input.
func (o *genOptions) eachLine(out *sink, add func([]byte) error) error {
	in := bufio.NewReaderSize(o.In, 64<<10)
	var long []byte
	for {
		if in.Buffered() == 0 {
			if err := out.flush(); err != nil {
				return err
			}
		}
		part, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, part...)
			continue
		}
		if err != nil && err != io.EOF {
			return cli.Refused("stdin can not be read: %w", cli.FileCause(err))
		}
		line := part
		if len(long) > 0 {
			long = append(long, part...)
			line = long
		}
		ended := err == io.EOF
		if ended && len(line) == 0 {
			return nil
		}
		if !ended {
			line = line[:len(line)-1]
		}
		if err := add(line); err != nil || ended {
			return err
		}
		long = long[:0]
	}
}

// refuseNamed finds the flags that mean nothing for ids of names.
func (o *genOptions) refuseNamed(s *gen.Scheme) error {
	for _, flag := range []string{"at", "seed", "set", "worker", "state", "on-backward", "on-overflow", "start", "max-wait", "max-lead"} {
		if o.flagGiven(flag) {
			return cli.Usage("%s is made from a namespace and a name alone; want no --%s", s.Name, flag)
		}
	}
	example := "idscope gen " + s.Name + " --namespace dns --name example.com"
	switch {
	case o.namespace.Value == "":
		return cli.Usage("%s has no namespace; want --namespace dns, url, oid, x500 or a UUID", s.Name).Hinted("%s", example)
	case !o.flagGiven("name"):
		return cli.Usage("%s has no name; want --name TEXT, or --name - for the lines of stdin", s.Name).Hinted("%s", example)
	case o.count > 1:
		return cli.Usage("-n %d of one name would be the same id each time; want -n 1", o.count).Hinted("for many names: --name - takes each line of stdin")
	}
	return nil
}
