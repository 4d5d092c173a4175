package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"idscope/cmd/internal/cli"
	"idscope/gen"
)

// namespaces are those of RFC 9562 section 6.6, in the order of their numbers.
var namespaces = [...]gen.Choice{
	{Name: "dns", Help: "the name is a domain name"},
	{Name: "url", Help: "the name is a URL"},
	{Name: "oid", Help: "the name is an object identifier"},
	{Name: "x500", Help: "the name is an X.500 distinguished name"},
}

// namespaceNumbers tell the namespaces apart: 6ba7b81N-9dad-11d1-80b4-00c04fd430c8.
var namespaceNumbers = [...]byte{0x10, 0x11, 0x12, 0x14}

func namespaceFlag() cli.Choice {
	return cli.Choice{List: namespaces[:], More: "UUID", Accept: func(text string) error {
		if _, err := (gen.Text{Form: gen.UUID}).Parse([]byte(text), 128); err != nil {
			return fmt.Errorf("%q is no namespace; want dns, url, oid, x500 or a UUID", text)
		}
		return nil
	}}
}

func namespace(text string) [16]byte {
	for i, n := range namespaces {
		if n.Name == text {
			return [16]byte{0x6b, 0xa7, 0xb8, namespaceNumbers[i], 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8}
		}
	}
	id, _ := gen.Text{Form: gen.UUID}.Parse([]byte(text), 128) // checked by the flag
	return id.Bytes16()
}

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
	space := namespace(o.namespace.Value)
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
