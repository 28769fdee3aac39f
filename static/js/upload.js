// Sends files one after the other with their progress, and watches what is being read. Without it, the form sends one.
(() => {
  const LOOK_EVERY = 1500; // milliseconds
  const form = document.getElementById("upload");
  const said = document.getElementById("upload-said");
  const sleep = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));

  const fetched = async (address) => {
    const response = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" } });
    if (!response.ok) throw new Error(String(response.status));
    return new DOMParser().parseFromString(await response.text(), "text/html");
  };

  // A page of one file: come back when something is to be seen.
  const watchFile = async () => {
    const shown = document.getElementById("upload-state").dataset.state;
    for (;;) {
      await sleep();
      const state = await fetched(location.pathname)
        .then((page) => page.getElementById("upload-state")?.dataset.state)
        .catch(() => shown);
      if (state !== "waiting" && state !== "reading") break;
    }
    location.reload();
  };

  const list = document.getElementById("uploads");
  const inProgress = () => list.querySelector('[data-state="waiting"], [data-state="reading"]');
  let watching = false;

  const refresh = async () => {
    const page = await fetched(location.href);
    const before = inProgress();
    list.replaceChildren(...page.getElementById("uploads").childNodes);
    if (before && !inProgress()) said.textContent = "Everything that was sent has been read.";
  };

  const watchList = async () => {
    if (watching) return;
    watching = true;
    while (inProgress()) {
      await sleep();
      await refresh().catch(() => {});
    }
    watching = false;
  };

  const row = (file) => {
    const item = document.createElement("li");
    const name = document.createElement("div");
    const bar = document.createElement("progress");
    const words = document.createElement("div");
    const label = document.createElement("bdi");
    label.textContent = file.name;
    name.className = "title";
    name.append(label);
    bar.max = 1;
    bar.value = 0;
    bar.setAttribute("aria-label", `Sending ${file.name}`);
    words.className = "small quiet";
    words.textContent = "Waits to be sent";
    item.append(name, bar, words);
    const sending = document.getElementById("sending");
    sending.hidden = false;
    sending.append(item);
    const end = (text) => {
      bar.remove();
      words.textContent = text;
      said.textContent = `${file.name}: ${text}`;
    };
    const fail = (why) => {
      words.className = "small refused";
      end(why);
    };
    return { bar, words, end, fail, remove: () => item.remove() };
  };

  // The form as it stands, with this file. Resolves to the address of its page, rejects with what spoke against it.
  const send = (file, shown) =>
    new Promise((resolve, reject) => {
      const body = new FormData(form);
      body.set("file", file);
      const request = new XMLHttpRequest();
      request.responseType = "document";
      request.upload.addEventListener("progress", (event) => {
        if (!event.lengthComputable) return;
        shown.bar.value = event.loaded / event.total;
        shown.words.textContent = `${Math.floor((100 * event.loaded) / event.total)} % sent`;
      });
      request.addEventListener("error", () => reject(new Error("It could not be sent. Try again.")));
      request.addEventListener("load", () => {
        const page = request.response;
        if (request.status === 200 && page?.getElementById("upload-state")) return resolve(request.responseURL);
        const problem = page?.querySelector("#upload .errorlist li, #upload [role=alert] p, main .notice");
        reject(new Error(problem ? problem.textContent.trim() : "It could not be sent. Try again."));
      });
      request.open("POST", form.action);
      request.send(body);
    });

  const sendAll = async (files) => {
    const waiting = files.map((file) => [file, row(file)]);
    let last = "";
    let failed = 0;
    for (const [file, shown] of waiting) {
      try {
        if (file.size > Number(form.dataset.largest)) throw new Error(form.dataset.tooLarge);
        last = await send(file, shown);
        shown.end("Sent");
        if (files.length > 1) shown.remove();
        await refresh();
      } catch (problem) {
        failed += 1;
        shown.fail(problem.message);
      }
    }
    form.elements.file.value = "";
    if (files.length === 1 && !failed) location.assign(last);
    else watchList();
  };

  const listen = () => {
    const input = form.elements.file;
    const drop = document.getElementById("drop");
    input.multiple = true;
    drop.querySelector(".drop-hint").hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const files = [...input.files];
      if (files.length) sendAll(files);
    });
    for (const name of ["dragenter", "dragover"]) {
      drop.addEventListener(name, (event) => {
        event.preventDefault();
        drop.classList.add("over");
      });
    }
    for (const name of ["dragleave", "drop"]) drop.addEventListener(name, () => drop.classList.remove("over"));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      const files = [...event.dataTransfer.files];
      if (files.length) sendAll(files);
    });
  };

  if (form) {
    listen();
    watchList();
  } else {
    watchFile();
  }
})();
