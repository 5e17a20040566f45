// Plays the film while nobody plays a game, and tells the program about touches. It builds on machines.js and film.js.
"use strict";

const resting = () => !!document.querySelector("[data-rest]");
let rests = false, told = 0;

// run plays the film again and again while nobody plays a game.
async function run() {
  const film = await ready(true).catch(() => null);
  if (!film || !resting()) return;
  play(0, 20000, () => setTimeout(() => resting() && run(), 5000));
}

// wake shows the machine in its present state.
function wake() {
  halt();
  if (player.film) seek(player.film.games[player.film.last], true);
}

// turn follows the program, which decides whether somebody plays. The script for films may still be loading.
function turn() {
  if (resting() === rests) return;
  if (typeof play !== "function") {
    loadFilm();
    return setTimeout(turn, 300);
  }
  rests = resting();
  rests ? run() : wake();
}

document.addEventListener("update", ({ detail }) => {
  if (rests) [detail.values, detail.parts.curve] = [{}, document.querySelector('[data-part="curve"]').innerHTML];
  const lang = new DOMParser().parseFromString(detail.parts["exhibit-languages"] ?? "", "text/html")
    .querySelector("[aria-pressed]")?.lang;
  if (lang && lang !== document.documentElement.lang) location.reload(); // every text of the page changes
});
document.addEventListener("updated", turn);

// Every touch counts, not only touches of buttons, but at most one in several seconds.
["pointerdown", "keydown"].forEach((kind) => addEventListener(kind, () => {
  if (resting() || Date.now() - told < 3000) return;
  told = Date.now();
  fetch("/touch", { method: "POST" }).catch(() => {});
}));
["contextmenu", "dragstart", "selectstart"].forEach((kind) => addEventListener(kind, (e) => e.preventDefault()));
turn();
