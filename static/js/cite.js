// Turns a selection in the canonical text into a passage to cite: UTF-16 offsets into the whole text, and the exact
// characters. The server converts, re-slices and refuses what does not match; nothing here is trusted.
(() => {
  const form = document.getElementById("cite");
  const bar = document.getElementById("cite-bar");
  const blocks = [...form.querySelectorAll(".block-text")];
  const startsAt = new Map();
  blocks.reduce((start, block) => {
    startsAt.set(block, start);
    return start + block.textContent.length;
  }, 0);

  const offsetIn = (block, node, offset) => {
    const before = document.createRange();
    before.selectNodeContents(block);
    before.setEnd(node, offset);
    return before.toString().length;
  };

  const edge = (block, node, offset, otherwise) =>
    startsAt.get(block) + (block.contains(node) ? offsetIn(block, node, offset) : otherwise);

  // Spaces at the edges are an accident of the mouse, never part of what somebody means to cite.
  const trimmed = (start, exact) => {
    const leading = exact.length - exact.trimStart().length;
    const words = exact.trim();
    return words ? { start: start + leading, end: start + leading + words.length, exact: words } : null;
  };

  const selectedPassage = () => {
    const selection = document.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    const touched = blocks.filter((block) => range.intersectsNode(block));
    if (!touched.length) return null;
    const first = touched[0];
    const last = touched[touched.length - 1];
    const start = edge(first, range.startContainer, range.startOffset, 0);
    const end = edge(last, range.endContainer, range.endOffset, last.textContent.length);
    const text = touched.map((block) => block.textContent).join("");
    return trimmed(start, text.slice(start - startsAt.get(first), end - startsAt.get(first)));
  };

  const show = (passage) => {
    bar.hidden = !passage;
    for (const name of ["start", "end", "exact"]) form.elements[name].value = passage ? passage[name] : "";
    if (!passage) return;
    const size = `${[...passage.exact].length} characters`;
    document.getElementById("cite-preview").textContent = passage.exact;
    document.getElementById("cite-size").textContent = size;
    document.getElementById("cite-said").textContent = `${size} selected. Control and Enter cites them.`;
  };

  let waiting = 0;
  document.addEventListener("selectionchange", () => {
    if (bar.contains(document.activeElement)) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => show(selectedPassage()), 120);
  });

  // A press on the bar must not take the selection away before the click arrives.
  bar.addEventListener("pointerdown", (event) => event.preventDefault());

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !bar.hidden) document.getSelection().removeAllRanges();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    show(selectedPassage());
    if (!bar.hidden) form.requestSubmit(document.getElementById("cite-selection"));
  });
})();
