// Says in words what the pointer or the focus is on: the story of a lane, or what an edit changed.
const life = document.querySelector(".life");
const said = document.getElementById("life-said");

function story(target) {
  const crest = target.closest(".life-crests a");
  if (crest) return crest.getAttribute("aria-label");
  const lane = target.closest(".life-lane");
  return lane ? lane.dataset.says : "";
}

function tell(event) {
  said.textContent = story(event.target);
  said.hidden = said.textContent === "";
}

if (life) {
  life.addEventListener("pointerover", tell);
  life.addEventListener("focusin", tell);
  life.addEventListener("pointerleave", () => { said.hidden = true; });
  life.addEventListener("focusout", () => { said.hidden = true; });
}
