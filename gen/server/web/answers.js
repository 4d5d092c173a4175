// Where answers come from: the program in a worker of this page, and the server where idscope serve shows the page.
"use strict";

const served = document.getElementById("served");
const reads = served ? served.dataset.reads : "browser";

// withoutProgram says why a server's page does less.
const withoutProgram = { message: "this server was built without the program for browsers",
  hint: "go generate ./cmd/idscope-full && CGO_ENABLED=0 go install ./..." };

// answers.ask(kind, of) is the answer to one question; it throws an Error with a hint where there is none.
const answers = (() => {
  const folder = document.currentScript.src;
  const waiting = new Map();
  let worker, number = 0, ready, failed;
  const started = new Promise((resolve, reject) => { ready = resolve; failed = reject; });

  function start() {
    if (reads === "server") return ready();
    if (location.protocol === "file:") return failed(new Error("opened as a file, this page cannot run its program"));
    worker = new Worker(new URL("worker.js", folder));
    worker.onerror = (event) => failed(new Error(event.message || "the program could not be loaded"));
    worker.onmessage = ({ data }) => {
      if (data.ready) ready();
      else if (data.failed) fail(data.failed);
      else {
        waiting.get(data.number)(data.answer);
        waiting.delete(data.number);
      }
    };
  }

  function fail(message) {
    failed(new Error(message));
    for (const reply of waiting.values()) reply({ error: { message } });
    waiting.clear();
  }

  function ofWorker(ask, of) {
    return new Promise((reply) => {
      waiting.set(++number, reply);
      worker.postMessage({ number, ask, of });
    });
  }

  async function ofServer(ask, of) {
    if (ask === "generate") {
      const query = new URLSearchParams({ generator: of.scheme, n: of.count });
      return (await fetch("v1/ids?" + query, { method: "POST", headers: { Accept: "application/json" } })).json();
    }
    if (ask === "read") {
      const as = of.as ? "?" + new URLSearchParams({ as: of.as }) : "";
      const result = await (await fetch("v1/inspect/" + encodeURIComponent(of.text) + as)).json();
      return result.readings ? { result, facts: result.readings.map(factsOf) } : result;
    }
    return { error: withoutProgram };
  }

  async function ask(kind, of) {
    await started;
    const atServer = served && kind === "generate" && !of.name;
    const answer = await (atServer || reads === "server" ? ofServer : ofWorker)(kind, of);
    if (answer.error) throw Object.assign(new Error(answer.error.message), { hint: answer.error.hint });
    return answer;
  }

  started.catch(() => {}); // the page shows it
  start();
  return { ask, started };
})();
