package server

import (
	"net/url"
	"strings"
	"testing"
)

// TestNoAnswerShowsASecret: whatever path or command is given a secret, neither its answer
// nor the log has it. ECHO and PING have to repeat what they are given.
func TestNoAnswerShowsASecret(t *testing.T) {
	r := start(t, "")
	w := r.dial()
	const letters = "qXzKvWjPbYgHtRmLnDcFsGxZkVqJwTpBhN"
	for text, secret := range map[string]string{
		"hf_" + letters: letters[:8], "ghp_" + strings.Repeat("a", 36): "aaaaaaaa", "sk_live_" + letters: letters[:8],
		"4242424242424242": "42424242", "4242 4242 4242 4242": "4242 4242", "redis://:hunter2trombone@h": "trombone",
	} {
		var answers []string
		for _, command := range []string{"INCR", "ID.NEXT", "ID.MGET", "INCRBY", "ID.RANGE", "GET", "ID.PARSE", "SELECT",
			"CLIENT", "CLUSTER", "COMMAND", "INFO", "HELLO", "AUTH", "MULTI", "FLUSHALL"} {
			answers = append(answers, w.ask(command, text), w.ask(command, text, text), w.ask(command, text, "2"))
		}
		answers = append(answers, w.ask(text), w.ask(text, text), w.ask("ID.PARSE", "1541815603606036480", text))
		for _, one := range routes() {
			if !strings.HasPrefix(one.methods, "GET") {
				continue
			}
			path := one.path
			for _, name := range []string{"{id}", "{key}", "{$}"} {
				path = strings.ReplaceAll(path, name, url.PathEscape(text))
			}
			query := ""
			for _, key := range []string{"generator", "format", "n", "as", "bizType", "batchSize", "token"} {
				query += "&" + key + "=" + url.QueryEscape(text)
			}
			answers = append(answers, get(t, r, path), get(t, r, path+"?"+query[1:]))
		}
		for _, answer := range append(answers, r.log.String()) {
			if strings.Contains(answer, secret) {
				t.Errorf("with %q: %.300s", text, answer)
			}
		}
	}
}
