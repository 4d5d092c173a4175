package testserver

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"idscope/gen/testing/try"
)

// Certificates are those of a server on the loopback interface.
type Certificates struct {
	CA      string // file of the authority that signed the server's
	OtherCA string // file of one that did not
	Cert    string // file of the server's
	Key     string // file of its key

	cert, key string // what is in the last two, in PEM
}

// NewCertificates makes two authorities and a certificate of the first.
func NewCertificates(t testing.TB) Certificates {
	t.Helper()
	dir := t.TempDir()
	ca, caKey := sign(t, &x509.Certificate{Subject: pkix.Name{CommonName: "authority of a test"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}, nil, nil)
	other, _ := sign(t, &x509.Certificate{Subject: pkix.Name{CommonName: "another authority"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}, nil, nil)
	cert, key := sign(t, &x509.Certificate{Subject: pkix.Name{CommonName: "server of a test"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"localhost"},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}, ca, caKey)
	der := try.Of(x509.MarshalPKCS8PrivateKey(key)).Or(t)
	c := Certificates{CA: filepath.Join(dir, "ca.pem"), OtherCA: filepath.Join(dir, "other.pem"),
		Cert: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem"),
		cert: armour("CERTIFICATE", cert.Raw), key: armour("PRIVATE KEY", der)}
	for path, text := range map[string]string{c.CA: armour("CERTIFICATE", ca.Raw),
		c.OtherCA: armour("CERTIFICATE", other.Raw), c.Cert: c.cert, c.Key: c.key} {
		try.Works(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return c
}

func armour(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// sign makes a certificate and its key; without a parent it signs itself.
func sign(t testing.TB, c, parent *x509.Certificate, parentKey *ecdsa.PrivateKey) (*x509.Certificate,
	*ecdsa.PrivateKey) {
	t.Helper()
	key := try.Of(ecdsa.GenerateKey(elliptic.P256(), rand.Reader)).Or(t)
	c.SerialNumber = try.Of(rand.Int(rand.Reader, big.NewInt(1<<62))).Or(t)
	c.NotBefore, c.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(24*time.Hour)
	if parent == nil {
		parent, parentKey = c, key
	}
	der := try.Of(x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, parentKey)).Or(t)
	made := try.Of(x509.ParseCertificate(der)).Or(t)
	return made, key
}
