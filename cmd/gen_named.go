package cmd

import (
	"bytes"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/inspect/lines"
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
	space, ids := cli.Namespace(o.namespace.Value), lines.Writer{To: out}
	add := func(name []byte) error {
		digest := s.Digest(space, name)
		value := codec.Source(gen.FromBytes(digest[:]), gen.Digest)
		ids.Text = out.encode(ids.Text, codec.WithSource(consts, gen.Digest, value))
		return ids.Full()
	}
	switch {
	case o.count == 0:
	case o.name == "-":
		// A carriage return, and whatever else is not the line feed, is part of a name.
		err = cli.ReadError(lines.Each(lines.Input{Name: cli.Stdin, R: o.In}, lines.Options{}, ids.Flush,
			func(line []byte) error {
				return add(bytes.TrimSuffix(line, []byte{'\n'}))
			}))
	default:
		err = add([]byte(o.name))
	}
	for _, end := range []func() error{ids.Flush, out.close} {
		if e := end(); err == nil {
			err = e
		}
	}
	return err
}

// refuseNamed finds the flags that mean nothing for ids of names.
func (o *genOptions) refuseNamed(s *gen.Scheme) error {
	for _, flag := range []string{"at", "seed", "set", "worker", "state", "on-backward", "on-overflow", "start",
		"max-wait", "max-lead"} {
		if o.flagGiven(flag) {
			return cli.Usage("%s is generated from a namespace and a name alone; want no --%s", s.Name, flag)
		}
	}
	if err := o.store.Refuse(o.flagGiven, s.Name+" is generated from a namespace and a name, which needs no "+
		"store"); err != nil {
		return err
	}
	example := "idscope gen " + s.Name + " --namespace dns --name example.com"
	switch {
	case o.namespace.Value == "":
		return cli.Usage("%s has no namespace; want --namespace dns, url, oid, x500 or a UUID", s.Name).Hinted("%s", example)
	case !o.flagGiven("name"):
		return cli.Usage("%s has no name; want --name TEXT, or --name - for the lines of stdin", s.Name).Hinted("%s", example)
	case o.count > 1:
		return cli.Usage("-n %d of one name would be the same id each time; want -n 1", o.count).
			Hinted("for many names: --name - takes each line of stdin")
	}
	return nil
}
