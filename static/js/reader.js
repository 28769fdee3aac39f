// Brings the cited passage to the middle of each reading box, without moving the page itself.
for (const box of document.querySelectorAll(".reading")) {
  const passage = box.querySelector("mark.cited");
  if (passage) {
    const distance = passage.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += distance - box.clientHeight / 3;
  }
}
