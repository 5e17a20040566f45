// Shows a pupil which beads a game added and removed. It builds on machines.js.
"use strict";

// effects lets beads fly, one box after another.
function effects() {
  document.querySelectorAll(".effect li").forEach((row, n) => {
    const bead = row.querySelector(".bead"), drawer = row.querySelector(".drawer");
    const way = row.dataset.change.startsWith("+") ? [bead, drawer] : [drawer, bead];
    if (row.dataset.change !== "0") flight(bead.className, bead.textContent, ...way, 350 + 420 * n);
  });
}

// showAgain shows the button, which needs this script.
function showAgain() {
  const button = document.querySelector("[data-show-again]");
  if (button) button.hidden = still.matches;
}

showAgain();
document.addEventListener("updated", ({ detail: { parts, first } }) => {
  showAgain();
  if (parts.opened && !first && !still.matches) effects();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-show-again]")) effects();
});
