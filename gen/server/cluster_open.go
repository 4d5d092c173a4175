package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"idscope/gen/store/election"
)

const (
	defaultGroup = "default"
	defaultTTL   = 3 * time.Second
	leastTTL     = 2 * time.Second // etcd grants no shorter lease
)

// openCluster joins the group of servers that the options or the file name, if they do.
func (r *Running) openCluster(ctx context.Context, f *file) error {
	text := cmp.Or(r.options.Cluster, f.Cluster.Store)
	if text == "" {
		if r.options.Announce != "" || f.Cluster != (fileCluster{}) {
			return errors.New("there is an address to announce and no group of servers: use --cluster etcd://HOST:2379 too")
		}
		return nil
	}
	self, err := r.announced(cmp.Or(r.options.Announce, f.Cluster.Announce))
	if err != nil {
		return err
	}
	self.TLS = f.TLS.Certificate != "" && r.resp[0].Addr().Network() != "unix"
	e, err := openElector(ctx, r.electors, text, f.Cluster.Group)
	if err != nil {
		return err
	}
	r.cluster = newCluster(e, self, cmp.Or(f.Cluster.TTL.Duration, defaultTTL), bootClock(), r.log)
	r.cluster.register(register{r.metrics.server})
	return r.cluster.look(ctx)
}

// announced is this server as others reach it: by its own address where nothing else is
// said, if that names a host.
func (r *Running) announced(address string) (m election.Member, err error) {
	resp, web := r.Addresses()
	m.Address = cmp.Or(address, resp)
	host, port, err := net.SplitHostPort(m.Address)
	if err != nil || host == "" || port == "" || port == "0" {
		return m, fmt.Errorf("address %q is none that clients reach: use --announce HOST:PORT", m.Address)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return m, fmt.Errorf("address %q is of no host in particular: use --announce HOST:PORT", m.Address)
	}
	if _, port, err := net.SplitHostPort(web); err == nil {
		m.Web = net.JoinHostPort(host, port)
	}
	return m, nil
}
