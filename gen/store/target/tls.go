package target

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/url"
	"os"
)

// encrypt reads the options of TLS. There is none that trusts every certificate.
func (t *Target) encrypt(query url.Values) error {
	ca, cert, key := query.Get("ca"), query.Get("cert"), query.Get("key")
	switch mode := query.Get("tls"); {
	case mode != "" && mode != "on" && mode != "off":
		return t.wrong("option tls=%.50q; use on or off", mode)
	case mode == "off" && ca+cert+key != "":
		return t.wrong("options ca, cert and key go with tls=on, not with tls=off")
	case mode == "off", mode+ca+cert+key == "":
		return nil
	case (cert == "") != (key == ""):
		return t.wrong("options cert and key go together")
	}
	t.Encrypt()
	if ca != "" {
		pem, err := os.ReadFile(ca)
		if err != nil {
			return t.wrong("option ca: %v", err)
		}
		t.TLS.RootCAs = x509.NewCertPool()
		if !t.TLS.RootCAs.AppendCertsFromPEM(pem) {
			return t.wrong("option ca: %s holds no certificate in PEM", ca)
		}
	}
	if cert != "" {
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return t.wrong("options cert and key: %v", err)
		}
		t.TLS.Certificates = []tls.Certificate{pair}
	}
	return nil
}

// TLSFor is the configuration of TLS for a host, HOST:PORT or HOST; nil without TLS.
func (t *Target) TLSFor(address string) *tls.Config {
	if t.TLS == nil {
		return nil
	}
	config := t.TLS.Clone()
	config.ServerName = address
	if host, _, err := net.SplitHostPort(address); err == nil {
		config.ServerName = host
	}
	return config
}

// Encrypt turns TLS on where no option did: a scheme that means it.
func (t *Target) Encrypt() {
	if t.TLS == nil {
		t.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	}
}
