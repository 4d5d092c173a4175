// The worker runs the program, so that the page never waits for it.
"use strict";

importScripts("wasm_exec.js");

async function start() {
  const go = new Go();
  const response = await fetch("idscope.wasm");
  if (!response.ok) throw new Error("idscope.wasm: HTTP status " + response.status);
  // Some servers do not know the type of the file, and compiling while it loads wants it.
  const streams = (response.headers.get("Content-Type") || "").startsWith("application/wasm");
  const program = streams
    ? await WebAssembly.instantiateStreaming(response, go.importObject)
    : await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  go.run(program.instance).then(() => postMessage({ failed: "the program has ended; reload the page" }));
}

const started = start();
started.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error.message || error) }));

onmessage = async ({ data }) => {
  try {
    await started;
    idscopeAnswer(JSON.stringify({ ask: data.ask, of: data.of }),
      (answer) => postMessage({ number: data.number, answer: JSON.parse(answer) }));
  } catch (error) {
    postMessage({ number: data.number, answer: { error: { message: String(error.message || error) } } });
  }
};
