package cmd

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"idscope/cmd/internal/cli"
	"idscope/gen/server/client"
	"idscope/gen/server/service"
	"idscope/inspect/lines"
)

// besideRecords is --via of the server that uses the same records.
const besideRecords = "state"

// whereOneListens is --via of the same server where there is one.
const whereOneListens = "auto"

// autoPatience is how long a server that may be there is waited for.
const autoPatience = time.Second

// fromHere takes ids from the server of this host that uses the same records, where one
// listens and has the same scheme, and reports whether it did. Otherwise they are generated
// here: which of the two it is makes no difference but that of the record's update.
func (o *genOptions) fromHere(ctx context.Context) (done bool, err error) {
	if o.count > client.MostIDs || o.notAsked() != "" || o.format.Value != "text" || o.Getenv("IDSCOPE_WORKER") != "" {
		return false, nil
	}
	s, err := o.Scheme(o.called, o.custom)
	if err != nil || !cli.Recorded(s) {
		return false, nil // which is said where it is generated
	}
	if urls, err := o.store.URLs(o.App); err != nil || len(urls) > 0 { // the server may have another
		return false, nil
	}
	path, err := o.state.Socket(o.App)
	if err != nil {
		return false, nil
	}
	if _, err := os.Lstat(path); err != nil {
		return false, nil
	}
	c := client.New("unix:"+path, client.Options{Timeout: autoPatience})
	defer c.Close()
	ids, err := c.FetchLike(ctx, s.Name, service.Form(s), int(o.count))
	if err != nil {
		return false, nil
	}
	out := o.plainSink()
	if err := writeLines(out, nil, ids); err != nil {
		return true, err
	}
	return true, out.close()
}

// notAsked is a flag that is given and means nothing to a server; empty for none.
func (o *genOptions) notAsked() string {
	for _, name := range o.given() {
		if !slices.Contains(
			[]string{"via", "count", "format", "output", "state", "allow-network-state", "copy", "color", "now"},
			name,
		) {
			return name
		}
	}
	return ""
}

// writeLines writes ids, one a line, in a buffer that may be used again.
func writeLines(out io.Writer, text []byte, ids []string) error {
	for _, id := range ids {
		text = append(append(text, id...), '\n')
	}
	return lines.Write(out, text)
}

// asked takes ids from a server in place of generating them here.
func (o *genOptions) asked(ctx context.Context, address string) error {
	if name := o.notAsked(); name != "" {
		return cli.Usage("--%s is of ids that are generated here; want it in serve.toml, or no --via", name)
	}
	if o.format.Value != "text" {
		return cli.Usage("--format %s is of ids that are generated here; want text with --via", o.format.Value)
	}
	if address == besideRecords {
		path, err := o.state.Socket(o.App)
		if err != nil {
			return err
		}
		address = "unix:" + path
	}
	c := client.New(address, client.Options{User: o.Getenv("IDSCOPE_VIA_USER"), Password: o.Getenv("IDSCOPE_VIA_PASSWORD"),
		Timeout: 10 * time.Second})
	defer c.Close()
	out := o.plainSink()
	for left := o.count; left > 0; {
		n := min(left, composeBatch)
		ids, err := c.Fetch(ctx, o.called, int(n))
		if err != nil {
			_ = out.close() // what was refused counts more
			return viaFailure(err)
		}
		if err := writeLines(out, nil, ids); err != nil {
			return err
		}
		left -= n
	}
	return out.close()
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
