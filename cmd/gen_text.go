package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strconv"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen"
	"idscope/gen/server/client"
	"idscope/gen/server/service"
	"idscope/inspect"
	"idscope/inspect/lines"
)

// composed is the call of a scheme that is a pattern of text.
func (o *genOptions) composed(s *gen.Scheme) (*genCall, error) {
	opts := gen.ComposerOptions{Length: int(min(o.text.length, math.MaxInt)), Alphabet: o.text.alphabet,
		Random: cli.SystemRandom(o.count)}
	if o.seed != nil {
		opts.Random = gen.SeededRandom(*o.seed)
	}
	switch o.format.Value {
	case "text":
	case "json":
		head := `{"schema":1,"scheme":` + strconv.Quote(s.Name) + `,"id":`
		opts.Write = func(dst, text []byte) []byte {
			return append(appendJSONText(append(dst, head...), text), "}\n"...)
		}
	default:
		if _, err := o.writer(s); err != nil {
			return nil, err
		}
		return nil, cli.Usage("--format %s writes bits, of which %s has none; use text or json", o.format.Value, s.Name)
	}
	c, err := gen.NewComposer(s, opts)
	if err != nil {
		return nil, cli.Usage("%w", err)
	}
	return &genCall{from: c, count: o.count, processors: o.processors(), explain: refused}, nil
}

// appendJSONText appends a text as a JSON string, also one of symbols that Go
// would escape otherwise than JSON does.
func appendJSONText(dst, text []byte) []byte {
	quoted, _ := json.Marshal(string(text)) // of a string: no error
	return inspect.AppendEscaped(dst, quoted)
}

// named is the call of a scheme whose IDs are of names: of one, or of each line of stdin.
func (o *genOptions) named(s *gen.Scheme, write gen.Write) (*genCall, error) {
	if err := o.refuseNamed(s); err != nil {
		return nil, err
	}
	namer, err := gen.NewNamer(s)
	if err != nil {
		return nil, cli.Usage("%w", err)
	}
	space, _ := gen.Namespace(o.namespace.Value) // checked by the flag
	if o.name != "-" || o.count == 0 {
		one := namer.Of(space, func() ([]byte, error) { return []byte(o.name), nil })
		return &genCall{from: gen.Texts(s, one, write), count: o.count, processors: 1, explain: refused}, nil
	}
	from := &nameLines{id: func(name []byte) gen.ID { return namer.ID(space, name) }, write: write,
		cutter: lines.NewCutter([]lines.Input{{Name: cli.Stdin, R: o.In}}, lines.Options{Longest: lines.Longest}),
		refuse: func(line int) { o.Report(cli.Negative("line %d of %s %s", line, cli.Stdin, lines.TooLong)) }}
	return &genCall{from: from, count: math.MaxUint64, processors: 1, waits: true, explain: cli.ReadError}, nil
}

// nameLines is the source of the IDs of lines, which are names. It is for one goroutine.
type nameLines struct {
	id     func(name []byte) gen.ID
	write  gen.Write
	refuse func(line int) // says that a line is too long
	cutter *lines.Cutter
	chunk  lines.Chunk

	lines, bad int
}

var _ gen.IDSource = (*nameLines)(nil)

// Next implements [gen.IDSource]: the IDs of as many lines as there are.
func (w *nameLines) Next(ctx context.Context, dst []byte) ([]byte, error) {
	b, err := w.Fill(ctx, 1)
	if err != nil {
		return dst, err
	}
	return b.Append(dst)
}

// Fill implements [gen.IDSource]: each line that is at hand is taken, whatever was asked for.
func (w *nameLines) Fill(context.Context, uint64) (gen.Block, error) {
	return w, w.cutter.Next(&w.chunk)
}

// Len implements [gen.Block]: how many lines a chunk has is found when they are read.
func (w *nameLines) Len() uint64 { return 0 }

// Append implements [gen.Block].
func (w *nameLines) Append(dst []byte) (text []byte, err error) {
	text = dst
	for line := range bytes.Lines(w.chunk.Text) {
		w.lines++
		if len(lines.Trim(line)) > lines.Longest {
			w.bad++
			w.refuse(w.lines)
			continue
		}
		// A carriage return, and whatever else is not the line feed, is part of a name.
		if text, err = w.write(text, []gen.ID{w.id(bytes.TrimSuffix(line, []byte{'\n'}))}); err != nil {
			return text, err
		}
	}
	return text, nil
}

// Close implements [gen.IDSource]: lines that were no names are a negative answer.
func (w *nameLines) Close() error {
	if w.bad > 0 {
		return &cli.Failure{Status: cli.StatusNegative}
	}
	return nil
}

// besideRecords is --via of the server that uses the same records.
const besideRecords = "state"

// whereOneListens is --via of the same server where there is one.
const whereOneListens = "auto"

// autoPatience is how long a server that may be there is waited for.
const autoPatience = time.Second

// fromHere takes ids from the server of this host that uses the same records, where one
// listens and has the same scheme; else it returns nil, and they are generated here: which
// of the two it is makes no difference but that of the record's update.
func (o *genOptions) fromHere(ctx context.Context) gen.Block {
	if o.count > client.MostIDs || o.given.NotSent() != "" || o.format.Value != "text" || o.Getenv("IDSCOPE_WORKER") != "" {
		return nil
	}
	s, err := o.Scheme(o.called, o.custom)
	if err != nil || !cli.Recorded(s) {
		return nil // which is said where it is generated
	}
	if urls, err := o.store.URLs(o.App); err != nil || len(urls) > 0 { // the server may have another
		return nil
	}
	path, err := o.state.Socket(o.App)
	if err != nil {
		return nil
	}
	if _, err := os.Lstat(path); err != nil {
		return nil
	}
	c := client.New("unix:"+path, client.Options{Timeout: autoPatience})
	defer c.Close()
	ids, err := c.FetchLike(ctx, s.Name, service.Form(s), int(o.count))
	if err != nil {
		return nil
	}
	return client.Block(ids)
}

// asked is the call that takes IDs from a server in place of generating them here.
func (o *genOptions) asked(address string) (*genCall, error) {
	if name := o.given.NotSent(); name != "" {
		return nil, cli.Usage("--%s cannot be used with --via; set it in serve.toml", name)
	}
	if o.format.Value != "text" {
		return nil, cli.Usage("--format %s cannot be used with --via; use text", o.format.Value)
	}
	if address == besideRecords {
		path, err := o.state.Socket(o.App)
		if err != nil {
			return nil, err
		}
		address = "unix:" + path
	}
	c := client.New(address, client.Options{User: o.Getenv("IDSCOPE_VIA_USER"), Password: o.Getenv("IDSCOPE_VIA_PASSWORD"),
		Timeout: 10 * time.Second})
	return &genCall{from: c.Source(o.called), count: o.count, processors: 1, explain: viaFailure}, nil
}

// viaFailure is the error of a server.
func viaFailure(err error) error {
	var answer *client.ServerError
	if errors.As(err, &answer) {
		f := cli.Refused("the server refused: %s", answer.Text)
		if answer.Kind() == "NOAUTH" || answer.Kind() == "WRONGPASS" {
			return f.Hinted("give $IDSCOPE_VIA_USER and $IDSCOPE_VIA_PASSWORD")
		}
		return f
	}
	return cli.Refused("%w", err).Hinted("idscope serve starts one")
}
