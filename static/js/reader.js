// Brings each cited passage into view inside its reading box, and the page down to the first of them where needed.
const boxes = [...document.querySelectorAll(".reading")];
const passages = boxes.map((box) => box.querySelector("mark.cited"));

boxes.forEach((box, at) => {
  if (!passages[at]) return;
  const distance = passages[at].getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += distance - box.clientHeight / 3;
});

if (!location.hash) passages.find(Boolean)?.scrollIntoView({ block: "nearest", behavior: "instant" });
