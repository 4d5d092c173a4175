// Package redis keeps a store in Redis, 6 or later, or in what speaks its protocol.
// It is the only importer of github.com/redis/go-redis.
//
// Each key is a string: 26 symbols of its version, and the data. A write is one
// script, which compares and sets. A single server that syncs each write before it
// answers is the safest that Redis can be.
package redis

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	client "github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"idscope/gen/store"
	"idscope/gen/store/target"
)

// Driver opens redis://USER:PASSWORD@HOST:PORT/DATABASE, and rediss: with TLS.
var Driver = store.Driver{Schemes: []string{"redis", "rediss"}, Open: open}

// open connects to a server.
func open(ctx context.Context, u *url.URL, create bool) (store.Store, error) {
	t, err := target.Parse(u, "Redis", "6379")
	if err != nil {
		return nil, err
	}
	if u.Scheme == "rediss" {
		t.Encrypt()
	}
	database, err := strconv.Atoi(cmp.Or(t.Path, "0"))
	switch {
	case err != nil || database < 0:
		return nil, t.Wrong("its path %.50q is not a database; use a number, or none", t.Path)
	case len(t.Hosts) > 1:
		return nil, t.Wrong("it names %d hosts; use one", len(t.Hosts))
	}
	t.Explain = explain
	client.SetLogger(silent{})
	s := &server{t: t, prefix: t.Prefix + "/", swap: client.NewScript(swapScript), next: client.NewScript(nextScript),
		client: client.NewClient(&client.Options{
			Addr: t.Hosts[0], DB: database, Username: t.User, Password: t.Password, Dialer: t.Dial,
			Protocol: 2, DisableIdentity: true, ContextTimeoutEnabled: true,
			MaintNotificationsConfig: &maintnotifications.Config{Mode: maintnotifications.ModeDisabled},
			// A write that is sent twice would find itself as another's.
			MaxRetries: -1, DialerRetries: 1,
			ReadTimeout: t.Timeout, WriteTimeout: t.Timeout, DialTimeout: t.Timeout, PoolTimeout: t.Timeout,
		})}
	ctx, cancel := t.Limit(ctx)
	defer cancel()
	if s.data, err = target.Await(ctx, func(ctx context.Context) (string, error) {
		return s.identify(ctx, create)
	}); err != nil {
		_ = s.client.Close()
		return nil, t.Fail(ctx, "connect", err)
	}
	return counters{t.Serve(s, true), s}, nil
}

// silent keeps the client from writing to the standard error.
type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

// server is an open store.
type server struct {
	t      *target.Target
	client *client.Client
	prefix string
	data   string // what this store's data is called

	swap, next *client.Script
}

// identify reads what the data is called, and names a new store.
func (s *server) identify(ctx context.Context, create bool) (string, error) {
	name := s.t.Prefix + ":identity" // no key of the store: those have a slash there
	if create {
		err := s.client.SetArgs(ctx, name, rand.Text(), client.SetArgs{Mode: "NX"}).Err()
		if err != nil && !errors.Is(err, client.Nil) {
			return "", err
		}
	}
	text, err := s.client.Get(ctx, name).Result()
	if errors.Is(err, client.Nil) {
		err = s.t.Missing()
	}
	return text, err
}

// said reports whether an error is the server's own answer.
func said(err error) bool {
	return errors.As(err, new(client.Error)) && !errors.Is(err, client.Nil)
}

// explain: what the server answers with an error was not done.
func explain(err error) target.Fault {
	f := target.Fault{Kind: target.Lost, Err: err}
	switch text := err.Error(); {
	case errors.Is(err, target.ErrUnsent), errors.Is(err, client.ErrPoolTimeout):
		f.Kind = target.Again
	case !said(err):
	case client.IsAuthError(err), strings.Contains(text, "invalid password"),
		strings.Contains(text, "without any password"):
		f.Kind = target.Denied
	case client.IsPermissionError(err):
		f.Kind, f.Check = target.Refused, "it is not permitted: check the rights of the user"
	default:
		f.Kind, f.Check = target.Again, "check the server's settings, and what the user may do there"
	}
	return f
}

// Incarnation asks which run of the server this is, and whose data it has. A restart has
// another replication id, as a promoted replica has: the two cannot be told apart.
func (s *server) Incarnation(ctx context.Context) (i store.Incarnation, err error) {
	answers, err := s.client.Pipelined(ctx, func(p client.Pipeliner) error {
		p.Info(ctx, "server")
		p.Info(ctx, "replication")
		p.Time(ctx)
		return nil
	})
	if err != nil {
		return i, err
	}
	a := target.Values(answers[0].(*client.StringCmd).Val(), ":")
	b := target.Values(answers[1].(*client.StringCmd).Val(), ":")
	i.Life, i.Now = a["run_id"]+"/"+b["master_replid"]+"/"+b["role"], answers[2].(*client.TimeCmd).Val()
	return i, nil
}

func (s *server) Close() error { return s.client.Close() }

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
	if err == nil {
		return read(text)
	} else if errors.Is(err, client.Nil) {
		err = nil
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
		err = store.ErrConflict
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

// Safety reads the settings of the server that decide whether it keeps what it
// confirmed. Where it does not tell a setting, it is taken as not safe.
func (s *server) Safety(ctx context.Context) (store.Safety, error) {
	text, err := s.client.Info(ctx).Result()
	if err != nil {
		return store.Safety{}, err
	}
	config := map[string]string{}
	for _, name := range []string{"appendonly", "appendfsync", "no-appendfsync-on-rewrite", "maxmemory",
		"maxmemory-policy"} {
		values, err := s.client.ConfigGet(ctx, name).Result()
		if err != nil && !said(err) {
			return store.Safety{}, err
		}
		config[name] = values[name] // hosted servers may not tell
	}
	return judge(s.data, target.Values(text, ":"), config), nil
}

// unknown is the value of a setting that the server does not tell.
const unknown = "unknown"

// judge says what a server is, from its INFO and its CONFIG.
func judge(data string, info, config map[string]string) store.Safety {
	of := func(m map[string]string, name string) string { return cmp.Or(m[name], unknown) }
	sync := of(config, "appendfsync")
	lost := "a loss of power loses the last second or two of writes"
	if sync == "no" {
		lost = "a loss of power loses the last half minute of writes"
	}
	settings := []store.Setting{
		store.Judge("role", of(info, "role"), store.BestEffort,
			"a replica answers, which may lag behind and be overwritten", "master"),
		store.Judge("connected_slaves", of(info, "connected_slaves"), store.BestEffort,
			"replication is asynchronous: a replica that takes over has lost the last writes", "0"),
		store.Judge("cluster_enabled", of(info, "cluster_enabled"), store.BestEffort,
			"a cluster replicates asynchronously: a node that takes over has lost the last writes", "0"),
		store.Judge("appendonly", of(map[string]string{"1": "yes", "0": "no"}, info["aof_enabled"]), store.BestEffort,
			"without the append-only file a restart loses all writes since the last snapshot", "yes"),
		store.Judge("appendfsync", sync, store.Conditional, lost, "always"),
		store.Judge("no-appendfsync-on-rewrite", of(config, "no-appendfsync-on-rewrite"), store.Conditional,
			"while the file is rewritten, a loss of power loses writes", "no"),
		eviction(cmp.Or(config["maxmemory-policy"], of(info, "maxmemory_policy")),
			cmp.Or(config["maxmemory"], info["maxmemory"])),
	}
	if promoted := of(info, "master_replid2"); strings.Trim(promoted, "0") != "" && promoted != unknown {
		settings = slices.Insert(settings, 2, store.Setting{Name: "master_replid2", Value: promoted,
			Class: store.BestEffort, Want: "a server that never was a replica",
			Why: "this server was a replica and took over: the last writes of the one before may be lost"})
	}
	s := store.Report(strings.TrimSpace("Redis "+info["redis_version"]), data,
		"a single server that syncs each write before it answers", settings...)
	if s.Class < store.Proven {
		// Whatever answers after this process may have lost writes.
		s.Identity += "/" + info["run_id"]
	}
	return s
}

// eviction is about a server that throws keys away, which it does only at its limit of memory.
func eviction(policy, limit string) store.Setting {
	x := store.Setting{Name: "maxmemory-policy", Value: policy, Class: store.Proven}
	if policy != unknown && !strings.HasPrefix(policy, "allkeys-") {
		return x
	}
	x.Class, x.Want = store.BestEffort, "noeviction"
	x.Why = "a server that is short of memory throws keys away without a word"
	if limit == "0" {
		x.Class = store.Conditional
	}
	return x
}
