//go:build js && wasm

// Command idscope-web is idscope inside a browser: what the page of idscope page asks, package answer answers.
// The global function idscopeAnswer takes a question and what is called with its answer, both texts of JSON.
package main

import (
	"context"
	"syscall/js"
	"time"

	"idscope/cmd/internal/answer"
)

func main() {
	answerer := answer.New(time.Now)
	js.Global().Set("idscopeAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, reply := args[0].String(), args[1]
		go func() { // a call that waits for the clock must not hold the browser's own loop
			reply.Invoke(string(answerer.Answer(context.Background(), []byte(question))))
		}()
		return nil
	}))
	select {}
}
