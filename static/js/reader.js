// Brings each cited passage into view inside its reading box. The page itself stays where it is: the state comes first.
const boxes = [...document.querySelectorAll(".reading")];
const passages = boxes.map((box) => box.querySelector("mark.cited"));

boxes.forEach((box, at) => {
  if (!passages[at]) return;
  const distance = passages[at].getBoundingClientRect().top - box.getBoundingClientRect().top;
  box.scrollTop += distance - box.clientHeight / 3;
});
