/* Inside a frame on another site. Asks the page around it who is looking, asks the ledger for the state, shows it.
   The page around never learns the answer: the messages to it are the same, at the same times, for every state. */
"use strict";

(() => {
  const PROTOCOL = 1;
  const LONGEST_ASSERTION = 4096;
  const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const DATE = /^\d{4}-\d{2}-\d{2}$/;

  const registered = new Set(document.body.dataset.origins.split(" "));
  const uid = location.pathname.split("/").pop();
  const part = (id) => document.getElementById(id);
  const waiting = new Map();
  let host = null; // the registered origin of the page around, once it has spoken
  let asked = 0;
  let watching = null;

  function shown(state) {
    return document.querySelector(`template[data-state="${state}"]`);
  }

  function paint(state, told) {
    if (part("state").querySelector(".badge").dataset.state !== state) {
      part("state").replaceChildren(shown(state).content.cloneNode(true));
    }
    paintDay("changed", told.changed_on);
    paintDay("attested", told.attested_on);
    part("attested-by").textContent = told.attested_by ?? "";
    part("program").hidden = told.published_by_program === null;
    part("program-name").textContent = told.published_by_program ?? "";
  }

  function paintDay(name, day) {
    part(name).hidden = day === null;
    part(`${name}-on`).dateTime = day ?? "";
    part(`${name}-on`).textContent = day === null ? "" : inWords(day);
  }

  function inWords(day) {
    const format = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
    return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", format);
  }

  function show(answer) {
    paint(answer.state, answer);
    part("checked").textContent = `Checked at ${new Date().toLocaleTimeString("en-GB")}.`;
  }

  function lapse() {
    paint("unverified", { changed_on: null, attested_on: null, attested_by: null, published_by_program: null });
    part("checked").textContent = "Not checked.";
  }

  function tellHost(message) {
    window.parent.postMessage({ citeledger: PROTOCOL, ...message }, host);
  }

  function assertion(signal) {
    asked += 1;
    const ask = asked;
    return new Promise((resolve, reject) => {
      waiting.set(ask, resolve);
      signal.addEventListener("abort", () => {
        waiting.delete(ask);
        reject(signal.reason);
      });
      tellHost({ kind: "assertion_wanted", ask });
    });
  }

  async function askLedger(signal) {
    const origin = host;
    const body = JSON.stringify({ citation: uid, assertion: await assertion(signal), origin });
    const answer = await fetch("/embed/v1/panel", {
      method: "POST",
      body,
      signal,
      headers: { "Content-Type": "application/json" },
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
    if (!answer.ok) throw new Error("no answer");
    return checked(await answer.json());
  }

  function checked(answer) {
    const dated = [answer.changed_on, answer.attested_on].every((day) => day === null || DATE.test(day));
    const named = typeof answer.attested_by === (answer.attested_on === null ? "object" : "string");
    const program = answer.published_by_program === null || typeof answer.published_by_program === "string";
    if (!shown(answer.state) || !dated || !named || !program) throw new Error("no such answer");
    return answer;
  }

  function onHello(origin) {
    host = origin;
    tellHost({ kind: "ready" });
    if (watching) watching.recheck();
    else watching = window.citeledger.watch({ ask: askLedger, show, lapse });
  }

  function onAssertion(message) {
    const { ask, assertion: text } = message;
    const fits = text === null || (typeof text === "string" && text.length <= LONGEST_ASSERTION);
    if (!fits || !waiting.has(ask)) return;
    waiting.get(ask)(text);
    waiting.delete(ask);
  }

  window.addEventListener("message", (event) => {
    const message = event.data;
    if (event.source !== window.parent || window.parent === window || !registered.has(event.origin)) return;
    if (message === null || typeof message !== "object" || message.citeledger !== PROTOCOL) return;
    if (message.kind === "hello") onHello(event.origin);
    if (message.kind === "assertion" && event.origin === host) onAssertion(message);
  });

  if (UID.test(uid)) part("open").href = `/c/${uid}`;
})();
