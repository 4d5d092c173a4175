package server

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/bcrypt"

	"idscope/gen/server/service"
)

// bcryptCost is 2^10 rounds, some 50 ms of a processor.
const bcryptCost = bcrypt.DefaultCost

// The longest passwords in bytes: bcrypt has no longer ones.
const (
	mostBcrypt = 72
	mostArgon2 = 1024
)

// argonHash is a hash of argon2id, as $argon2id$v=19$m=19456,t=2,p=1$salt$hash, with the
// commas or with dollar signs.
type argonHash struct {
	memory    uint32 // KiB
	rounds    uint32
	lanes     uint8
	salt, sum []byte
}

// What argon2id is asked for: the first choice of the OWASP password storage cheat sheet
// with 19 MiB. A hash in the file may want other amounts, up to the bounds below.
const (
	argonMemory = 19 << 10
	argonRounds = 2
	argonLanes  = 1

	mostArgonMemory = 256 << 10 // KiB
	mostArgonWork   = 2 << 20   // KiB that are filled in all rounds: some seconds of a processor
	mostArgonLanes  = 16
)

// hashPassword returns what the file keeps of a password.
func hashPassword(kind service.HashKind, password []byte) (string, error) {
	most := mostArgon2
	if kind == service.Bcrypt {
		most = mostBcrypt
	}
	if len(password) == 0 || len(password) > most {
		return "", fmt.Errorf("the password has %d bytes; want 1 to %d", len(password), most)
	}
	switch kind {
	case service.Bcrypt:
		hash, err := bcrypt.GenerateFromPassword(password, bcryptCost)
		return string(hash), err
	case service.Argon2:
		h := argonHash{memory: argonMemory, rounds: argonRounds, lanes: argonLanes, salt: make([]byte, 16),
			sum: make([]byte, 32)}
		if _, err := rand.Read(h.salt); err != nil {
			return "", err
		}
		h.sum = h.of(password)
		return h.String(), nil
	}
	return "", fmt.Errorf("hash %q is unknown; want %s or %s", kind, service.Argon2, service.Bcrypt)
}

// checkHash refuses what is no hash, and one that asks for more than the server gives.
func checkHash(text string) error {
	if strings.HasPrefix(text, "$argon2") {
		_, err := parseArgon(text)
		return err
	}
	if _, err := bcrypt.Cost([]byte(text)); err != nil {
		return errors.New("is not hashed; want what idscope serve passwd prints")
	}
	return nil
}

// compareHash reports whether a hash is that of a password.
func compareHash(text string, password []byte) bool {
	if strings.HasPrefix(text, "$argon2") {
		h, err := parseArgon(text)
		return err == nil && len(password) <= mostArgon2 && subtle.ConstantTimeCompare(h.of(password), h.sum) == 1
	}
	return len(password) <= mostBcrypt && bcrypt.CompareHashAndPassword([]byte(text), password) == nil
}

// decoy is a hash of no password that takes as long to compare as another: who asks with a
// name that does not exist is not told so by the time.
func decoy(text string) string {
	if h, err := parseArgon(text); err == nil {
		h.salt, h.sum = bytes.Repeat([]byte{0}, len(h.salt)), bytes.Repeat([]byte{0}, len(h.sum))
		return h.String()
	}
	if len(text) == len(nobody) {
		return text[:7] + nobody[7:] // with its cost
	}
	return nobody
}

// nobody is the hash of no password.
const nobody = "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"

func (h *argonHash) of(password []byte) []byte {
	return argon2.IDKey(password, h.salt, h.rounds, h.memory, h.lanes, uint32(len(h.sum)))
}

// String is the hash as the file has it.
func (h *argonHash) String() string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.memory, h.rounds, h.lanes,
		base64.RawStdEncoding.EncodeToString(h.salt), base64.RawStdEncoding.EncodeToString(h.sum))
}

// parseArgon reads a hash of argon2id.
func parseArgon(text string) (h argonHash, err error) {
	wrong := errors.New("is not a hash of argon2id; want $argon2id$v=19$m=19456,t=2,p=1$salt$hash")
	rest, ok := strings.CutPrefix(text, "$argon2id$v=19$")
	parts := strings.FieldsFunc(rest, func(r rune) bool { return r == '$' || r == ',' })
	if !ok || len(parts) != 5 {
		return h, wrong
	}
	if _, err := fmt.Sscanf(strings.Join(parts[:3], " "), "m=%d t=%d p=%d", &h.memory, &h.rounds, &h.lanes); err != nil {
		return h, wrong
	}
	for i, to := range []*[]byte{&h.salt, &h.sum} {
		if *to, err = base64.RawStdEncoding.Strict().DecodeString(parts[3+i]); err != nil {
			return h, wrong
		}
	}
	switch {
	case h.rounds < 1 || h.lanes < 1 || h.memory < 8*uint32(h.lanes) || len(h.salt) < 8 || len(h.salt) > 64 ||
		len(h.sum) < 16 || len(h.sum) > 64:
		return h, wrong
	case h.memory > mostArgonMemory || h.lanes > mostArgonLanes || uint64(h.memory)*uint64(h.rounds) > mostArgonWork:
		return h, fmt.Errorf("wants m=%d,t=%d,p=%d; want m up to %d, m times t up to %d, and p up to %d", h.memory, h.rounds,
			h.lanes, mostArgonMemory, mostArgonWork, mostArgonLanes)
	}
	return h, nil
}
