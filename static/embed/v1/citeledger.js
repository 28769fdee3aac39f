/* citeledger, embedded: <citeledger-badge> (states inline) and <citeledger-frame> (an isolated frame). See docs/embed.md.
   Where it cannot run, the link inside each element stays what it is: a link. */
"use strict";

(() => {
  const PROTOCOL = 1;
  const DEADLINE = 1500; // milliseconds until a question without an answer counts as an outage
  const REFRESH = 30000; // between two checks of a visible page
  const STALE = 60000; // a state older than this is no longer shown
  const LONGEST_PAUSE = 15000; // between two attempts during an outage
  const MOST_CITATIONS = 500; // in one question
  const LONGEST_ASSERTION = 4096;
  const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const SVG = "http://www.w3.org/2000/svg";

  /* words: written by script/embed.py from the shared table of wording; a test compares them. */
  const WORDS = {
    "current": {
      "word": "Current",
      "meaning": "What is cited stands unchanged, and you may read it.",
      "action": "Whether it supports the statement is yours to judge.",
      "icon": "M14.5 8A6.5 6.5 0 1 1 1.5 8A6.5 6.5 0 1 1 14.5 8ZM4.9 8.3L7.1 10.5L11.2 5.9"
    },
    "source_changed": {
      "word": "Source changed",
      "meaning": "What is cited was edited or replaced after this was written.",
      "action": "Read the current version before relying on it.",
      "icon": "M8 1.7L15 14.2H1ZM8 6.3V9.6M8 11.8V11.9"
    },
    "unavailable": {
      "word": "Unavailable",
      "meaning": "The source is not available to you.",
      "action": "Do not rely on the statement; look for a source you can read.",
      "icon": "M14.5 8A6.5 6.5 0 1 1 1.5 8A6.5 6.5 0 1 1 14.5 8ZM4.8 8H11.2"
    },
    "unverified": {
      "word": "Unverified",
      "meaning": "This could not be checked just now, or we do not know who you are.",
      "action": "Do not rely on it yet: sign in, or try again shortly.",
      "icon": "M6.54 1.67A6.5 6.5 0 0 1 9.46 1.67M11.44 2.49A6.5 6.5 0 0 1 13.51 4.56M14.33 6.54A6.5 6.5 0 0 1 14.33 9.46M13.51 11.44A6.5 6.5 0 0 1 11.44 13.51M9.46 14.33A6.5 6.5 0 0 1 6.54 14.33M4.56 13.51A6.5 6.5 0 0 1 2.49 11.44M1.67 9.46A6.5 6.5 0 0 1 1.67 6.54M2.49 4.56A6.5 6.5 0 0 1 4.56 2.49M6.1 6.2A1.95 1.95 0 1 1 8.9 7.9Q8 8.4 8 9.2M8 11.4V11.5"
    }
  };
  /* end of words */

  /* style: written by script/embed.py from static/css/badge.css; a test compares them. */
  const STYLE = `/* The badge: one size in every state, told by shape and word before colour. Used by our pages and by embeds. */

:root,
:host {
  --badge-current: #1d5b40;
  --badge-current-ground: #eaf3ec;
  --badge-changed: #7d4a05;
  --badge-changed-ground: #fbf1de;
  --badge-unavailable: #494d54;
  --badge-unavailable-ground: #eeeef0;
  --badge-unverified: #4c4285;
  --badge-unverified-ground: #f1eff9;
  --badge-panel: #fffefb;
  --badge-panel-ink: #22211e;
  --badge-panel-rule: #cfc9bc;
  --badge-focus: #174c74;
}

@media (prefers-color-scheme: dark) {
  :root,
  :host {
    --badge-current: #97d3b0;
    --badge-current-ground: #1c2a23;
    --badge-changed: #ecc27c;
    --badge-changed-ground: #312717;
    --badge-unavailable: #c3c6cc;
    --badge-unavailable-ground: #292b2f;
    --badge-unverified: #c3baf2;
    --badge-unverified-ground: #26233a;
    --badge-panel: #24262a;
    --badge-panel-ink: #ece9e2;
    --badge-panel-rule: #4a4d53;
    --badge-focus: #a9d0ec;
  }
}

.badge {
  --badge-ink: var(--badge-unavailable);
  --badge-ground: var(--badge-unavailable-ground);
  align-items: center;
  background: var(--badge-ground);
  block-size: 1.75rem;
  border: 1px solid var(--badge-ink);
  border-radius: 0.25rem;
  box-sizing: border-box;
  color: var(--badge-ink);
  cursor: pointer;
  display: inline-flex;
  font: 600 0.8125rem/1 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", system-ui, sans-serif;
  gap: 0.4rem;
  margin: 0;
  padding: 0 0.55rem;
  text-align: start;
  text-decoration: none;
  vertical-align: middle;
  white-space: nowrap;
}

.badge[data-state="current"] {
  --badge-ink: var(--badge-current);
  --badge-ground: var(--badge-current-ground);
}

.badge[data-state="source_changed"] {
  --badge-ink: var(--badge-changed);
  --badge-ground: var(--badge-changed-ground);
}

.badge[data-state="unverified"] {
  --badge-ink: var(--badge-unverified);
  --badge-ground: var(--badge-unverified-ground);
}

.badge:focus-visible {
  outline: 3px solid var(--badge-focus);
  outline-offset: 2px;
}

.badge-icon {
  block-size: 1rem;
  fill: none;
  flex: none;
  inline-size: 1rem;
  stroke: currentcolor;
  stroke-linecap: round;
  stroke-linejoin: round;
  stroke-width: 1.5;
}

/* The longest word holds the place open in every state, so the size tells nothing and nothing jumps. */
.badge-word {
  display: inline-grid;
}

.badge-word::after {
  block-size: 0;
  content: attr(data-widest);
  visibility: hidden;
}

.badge-meaning {
  background: var(--badge-panel);
  border: 1px solid var(--badge-panel-rule);
  border-radius: 0.375rem;
  box-shadow: 0 0.5rem 1.5rem rgb(0 0 0 / 16%);
  box-sizing: border-box;
  color: var(--badge-panel-ink);
  font: 400 0.9375rem/1.5 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", system-ui, sans-serif;
  max-inline-size: min(21rem, calc(100vw - 2rem));
  padding: 0.9rem 1rem;
  text-align: start;
  white-space: normal;
}

.badge-meaning > span,
.badge-meaning > a {
  display: block;
}

.badge-meaning > span + span {
  margin-block-start: 0.35rem;
}

.badge-meaning > a {
  color: inherit;
  font-weight: 600;
  margin-block-start: 0.6rem;
  text-underline-offset: 0.15em;
}

/* Beside the badge where the browser can anchor; in the middle of the window where it cannot. */
@supports (position-area: block-end) {
  /* As wide as it wants to be, so that it turns to the other side where there is no room, and never meets the edge. */
  .badge-meaning[popover] {
    inline-size: max-content;
    inset: auto;
    margin: 0.35rem 1rem 0.35rem 0;
    position-area: block-end span-inline-end;
    position-try-fallbacks:
      flip-block, flip-inline, flip-block flip-inline, --badge-meaning-below, --badge-meaning-above;
  }

  @position-try --badge-meaning-below {
    margin: 0.35rem 1rem;
    position-area: block-end span-all;
  }

  @position-try --badge-meaning-above {
    margin: 0.35rem 1rem;
    position-area: block-start span-all;
  }
}

@media (forced-colors: active) {
  .badge {
    border-color: ButtonText;
    color: ButtonText;
  }
}

@media print {
  .badge {
    background: none;
  }
}
`;
  /* end of style */

  const script = document.currentScript;
  const ledger = new URL(script.src).origin;
  const api = (window.citeledger = window.citeledger ?? {});

  // Watching: ask again and again, and never show what can no longer be vouched for -------------------------------

  /* `ask(signal)` promises an answer, `show(answer)` paints it, `lapse()` paints "unverified". */
  api.watch = ({ ask, show, lapse }) => {
    let timer = 0;
    let failures = 0;
    let shownAt = null;
    let running = null;

    function withdraw() {
      shownAt = null;
      lapse();
    }

    /* Timers stop while a machine sleeps and run late in pages nobody looks at; the clock does not. */
    function withdrawIfStale() {
      const age = Date.now() - shownAt;
      if (shownAt === null || (age >= 0 && age <= STALE)) return;
      withdraw();
      recheckIfVisible();
    }

    async function answerInTime(controller) {
      const deadline = setTimeout(() => controller.abort(new Error("too late")), DEADLINE);
      try {
        return await ask(controller.signal);
      } finally {
        clearTimeout(deadline);
      }
    }

    async function recheck() {
      clearTimeout(timer);
      running?.abort(new Error("asked anew"));
      const mine = (running = new AbortController());
      try {
        const answer = await answerInTime(mine);
        if (running !== mine) return;
        show(answer);
        shownAt = Date.now();
        failures = 0;
      } catch {
        if (running !== mine) return;
        failures += 1;
        withdraw();
      }
      running = null;
      timer = setTimeout(recheckIfVisible, failures ? pauseAfter(failures) : REFRESH);
    }

    function recheckIfVisible() {
      if (!document.hidden) recheck();
    }

    function recheckOnReturn() {
      withdrawIfStale();
      if (!running) recheckIfVisible();
    }

    // A page put aside must not come back showing what was true when it was left (threat T70).
    window.addEventListener("pagehide", withdraw);
    window.addEventListener("pageshow", (event) => event.persisted && recheck());
    window.addEventListener("focus", recheckOnReturn);
    window.addEventListener("online", recheckOnReturn);
    document.addEventListener("visibilitychange", recheckOnReturn);
    setInterval(withdrawIfStale, 1000);
    recheck();
    return { recheck };
  };

  function pauseAfter(failures) {
    const pause = Math.min(LONGEST_PAUSE, 1000 * 2 ** (failures - 1));
    return pause * (0.8 + 0.4 * Math.random()); // so that a thousand pages do not return at the same moment
  }

  // Who is looking: a fresh assertion from the host's own server, or from a function of its page -------------------

  let fetching = null;

  /* One request for all who ask at the same time. Promises a text, or null where nobody is signed in at the host. */
  function assertion() {
    fetching ??= freshAssertion().finally(() => (fetching = null));
    return fetching;
  }

  async function freshAssertion() {
    const text = typeof api.assertion === "function" ? await api.assertion() : await fetchAssertion();
    const given = typeof text === "string" ? text.trim() : "";
    if (given.length > LONGEST_ASSERTION) throw new Error("citeledger: the assertion is too long");
    return given || null;
  }

  async function fetchAssertion() {
    const address = script.dataset.assertionUrl;
    if (!address) return null;
    const url = new URL(address, location.href);
    if (url.origin !== location.origin) throw new Error("citeledger: data-assertion-url must be of this site");
    const answer = await fetch(url, {
      cache: "no-store",
      credentials: "same-origin",
      redirect: "error",
      signal: AbortSignal.timeout(DEADLINE),
    });
    if ([204, 401, 403].includes(answer.status)) return null;
    if (!answer.ok) throw new Error("citeledger: no assertion");
    return answer.text();
  }

  function untilAborted(promise, signal) {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      promise.then(resolve, reject);
    });
  }

  // Inline: the states of all badges of the page, in one question ---------------------------------------------------

  const badges = new Set();
  let watching = null;
  let gathering = false;

  /* Elements that appear together are asked about together. */
  function gather() {
    if (gathering) return;
    gathering = true;
    queueMicrotask(() => {
      gathering = false;
      if (watching) watching.recheck();
      else watching = api.watch({ ask: askForStates, show: showStates, lapse: () => showStates(new Map()) });
    });
  }

  async function askForStates(signal) {
    const uids = [...new Set([...badges].map((badge) => badge.uid).filter((uid) => UID.test(uid)))];
    if (!uids.length) return new Map();
    const who = await untilAborted(assertion(), signal);
    const starts = uids.map((_, at) => at).filter((at) => at % MOST_CITATIONS === 0);
    const parts = starts.map((at) => askForSome(uids.slice(at, at + MOST_CITATIONS), who, signal));
    return new Map((await Promise.all(parts)).flat());
  }

  async function askForSome(citations, who, signal) {
    const answer = await fetch(`${ledger}/embed/v1/states`, {
      method: "POST",
      body: JSON.stringify({ citations, assertion: who }),
      signal,
      headers: { "Content-Type": "application/json" },
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    if (!answer.ok) throw new Error("no answer");
    const { states } = await answer.json();
    return states.map(({ citation, state }) => [citation, state]);
  }

  function showStates(states) {
    const checkedAt = states.size ? new Date() : null;
    for (const badge of badges) badge.show(states.get(badge.uid), checkedAt);
  }

  // Elements --------------------------------------------------------------------------------------------------------

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function icon(path) {
    const svg = document.createElementNS(SVG, "svg");
    const drawn = document.createElementNS(SVG, "path");
    drawn.setAttribute("d", path);
    for (const [key, value] of Object.entries({ class: "badge-icon", viewBox: "0 0 16 16", focusable: "false" })) {
      svg.setAttribute(key, value);
    }
    svg.setAttribute("aria-hidden", "true");
    svg.append(drawn);
    return svg;
  }

  function word(state) {
    const widest = Object.values(WORDS).reduce((most, { word: one }) => (one.length > most.length ? one : most), "");
    return element("span", { class: "badge-word", "data-widest": widest }, WORDS[state].word);
  }

  function meaning(state, time, link) {
    const [what, todo] = [WORDS[state].meaning, WORDS[state].action].map((text) => element("span", {}, text));
    return [what, " ", todo, " ", time, " ", link];
  }

  function timeOf(checkedAt) {
    return checkedAt ? `Checked at ${checkedAt.toLocaleTimeString("en-GB")}.` : "Not checked.";
  }

  function addressOf(uid) {
    return UID.test(uid) ? `${ledger}/c/${uid}` : ledger;
  }

  function linkTo(uid) {
    const attributes = { href: addressOf(uid), target: "_blank", rel: "noopener noreferrer" };
    return element("a", attributes, "Open this citation");
  }

  function sheet(text) {
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    return made;
  }

  const badgeSheet = sheet(STYLE);
  const inlineSheet = sheet(":host { display: inline-block; vertical-align: middle; }");
  // One size whatever the state; only the width of the window changes it.
  const frameSheet = sheet(`
    :host { block-size: 8.5rem; display: block; inline-size: 26rem; max-inline-size: 100%; position: relative; }
    @media (max-width: 30rem) { :host { block-size: 12.5rem; } }
    iframe { block-size: 100%; border: 0; display: block; inline-size: 100%; }
    iframe[data-silent] { inset: 0; position: absolute; visibility: hidden; }
    .away { block-size: 100%; box-shadow: none; max-inline-size: none; }
    .away[hidden] { display: none; }
    .away .badge { cursor: default; margin-block-end: 0.35rem; }
    .away > span { display: inline; font-size: 0.8125rem; }
    .away > .badge { display: inline-flex; }
    .away > a { font-size: 0.8125rem; margin-block-start: 0.35rem; }
  `);

  class CiteledgerElement extends HTMLElement {
    static observedAttributes = ["citation"];

    get uid() {
      return (this.getAttribute("citation") ?? "").toLowerCase();
    }

    attributeChangedCallback(_name, before, after) {
      if (before !== after && this.isConnected) this.renew();
    }

    connectedCallback() {
      this.renew();
    }
  }

  class Badge extends CiteledgerElement {
    #root = null;
    #button = null;
    #panel = null;
    #time = null;
    #link = null;

    renew() {
      if (!this.#root) this.#build();
      this.#link.href = addressOf(this.uid);
      badges.add(this);
      this.show(undefined, null);
      gather();
    }

    disconnectedCallback() {
      badges.delete(this);
    }

    #build() {
      this.#root = this.attachShadow({ mode: "open" });
      this.#root.adoptedStyleSheets = [badgeSheet, inlineSheet];
      this.#button = element("button", {
        type: "button",
        class: "badge",
        popovertarget: "meaning",
        "aria-describedby": "meaning",
      });
      this.#panel = element("span", { class: "badge-meaning", id: "meaning", popover: "" });
      this.#time = element("span", {});
      this.#link = linkTo(this.uid);
      this.#root.append(this.#button, this.#panel);
    }

    /* Whatever is not one of the four states is shown as "unverified". */
    show(given, checkedAt) {
      const state = Object.hasOwn(WORDS, given ?? "") ? given : "unverified";
      if (this.#button.dataset.state !== state) {
        this.#button.dataset.state = state;
        this.#button.replaceChildren(icon(WORDS[state].icon), word(state));
        this.#panel.replaceChildren(...meaning(state, this.#time, this.#link));
      }
      this.#time.textContent = timeOf(checkedAt);
    }
  }

  const frames = new Set();

  /* Only wraps the frame. It knows whether the frame is alive, never what the frame shows (threat T60). */
  class Frame extends CiteledgerElement {
    #root = null;
    #frame = null;
    #fallback = null;
    #timer = 0;
    #attempts = 0;

    get window() {
      return this.#frame?.contentWindow ?? null;
    }

    renew() {
      this.#root ??= this.attachShadow({ mode: "closed" });
      this.#root.adoptedStyleSheets = [badgeSheet, frameSheet];
      frames.add(this);
      this.#attempts = 0;
      this.#load();
    }

    disconnectedCallback() {
      frames.delete(this);
      clearTimeout(this.#timer);
    }

    /* A new frame each time: giving an old one a new address would add steps to the page's history. */
    #load() {
      clearTimeout(this.#timer);
      if (!UID.test(this.uid)) return;
      this.#attempts += 1;
      this.#frame = element("iframe", {
        src: `${ledger}/embed/frame/${this.uid}`,
        sandbox: "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox",
        referrerpolicy: "no-referrer",
        title: "State of a citation",
        "data-silent": "",
      });
      this.#fallback = this.#unverified();
      this.#frame.addEventListener("load", () => this.greet());
      this.#root.replaceChildren(this.#fallback, this.#frame);
      this.#timer = setTimeout(() => this.#load(), DEADLINE + pauseAfter(this.#attempts));
    }

    #unverified() {
      const badge = element("span", { class: "badge", "data-state": "unverified" });
      badge.append(icon(WORDS.unverified.icon), word("unverified"));
      const told = meaning("unverified", element("span", {}, timeOf(null)), linkTo(this.uid));
      return element("div", { class: "badge-meaning away" }, badge, element("br", {}), ...told);
    }

    /* Also asks a frame that is alive already to check again. */
    greet() {
      this.window?.postMessage({ citeledger: PROTOCOL, kind: "hello" }, ledger);
    }

    alive() {
      clearTimeout(this.#timer);
      this.#attempts = 0;
      this.#fallback.hidden = true;
      this.#frame.removeAttribute("data-silent");
    }

    async answer(ask) {
      const asking = this.window;
      const text = await assertion();
      asking.postMessage({ citeledger: PROTOCOL, kind: "assertion", ask, assertion: text }, ledger);
    }
  }

  window.addEventListener("message", (event) => {
    const message = event.data;
    const frame = [...frames].find((one) => one.window === event.source);
    if (event.origin !== ledger || !frame) return;
    if (message === null || typeof message !== "object" || message.citeledger !== PROTOCOL) return;
    if (message.kind === "ready") frame.alive();
    // Without an assertion the frame's own deadline passes, and it shows "unverified".
    if (message.kind === "assertion_wanted" && Number.isInteger(message.ask)) frame.answer(message.ask).catch(() => {});
  });

  /* For hosts: call after signing in or out on the same page. */
  api.recheck = () => {
    watching?.recheck();
    for (const frame of frames) frame.greet();
  };

  customElements.define("citeledger-badge", Badge);
  customElements.define("citeledger-frame", Frame);
})();
