// Animates the page of a machine, and updates its boxes. It builds on live.js.
"use strict";

let picks = 0; // numbers the calls of pick, so that late answers to earlier calls are ignored
let unpicked = {}; // the texts replaced by pick; an update contains only changes since the previous update

// pick picks up a pawn or puts it down. The answer shows where the pawn can go.
async function pick(button) {
  const turn = ++picks;
  const answer = await ask(`${button.formAction}?from=${button.value}`);
  if (!answer) return;
  if (!answer.ok) return location.reload();
  const text = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (turn !== picks) return;
  const html = (from, name) => from.querySelector(`[data-part="${name}"]`)?.innerHTML ?? "";
  for (const name of ["board", "prompt", "messages"]) {
    if (name !== "board") unpicked[name] ??= html(document, name);
    swap(name, html(text, name));
  }
}

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// walk moves the focus from a square of the board to the nearest one in a direction.
function walk(square, [dx, dy]) {
  const far = (b) => {
    const from = square.dataset.square - 1, to = b.dataset.square - 1;
    const x = (to % 3) - (from % 3), y = Math.floor(to / 3) - Math.floor(from / 3);
    const ahead = dx * x + dy * y;
    return ahead > 0 ? ahead + 3 * Math.abs(dx * y + dy * x) : Infinity;
  };
  const squares = [...document.querySelectorAll("[data-square]")].filter((b) => far(b) < Infinity);
  squares.sort((a, b) => far(a) - far(b))[0]?.focus();
}

// moves animates beads that go into or out of the box of a row: at most three, one after another.
function moves(row, beads) {
  const bead = row.querySelector(".bead");
  const outside = { transform: "translate(-2.2rem, -.9rem) scale(.7)", opacity: 0 };
  const inside = { transform: "none", opacity: 1 };
  for (let n = 0; bead && !still.matches && n < Math.min(Math.abs(beads), 3); n++) {
    const mote = document.createElement("span");
    mote.className = bead.className + " mote";
    mote.textContent = bead.textContent;
    mote.setAttribute("aria-hidden", "true");
    bead.parentElement.append(mote);
    const way = beads > 0 ? [outside, inside] : [inside, outside];
    const motion = mote.animate(way, { duration: 460, delay: 110 * n, easing: "ease-in-out", fill: "both" });
    motion.onfinish = () => mote.remove();
  }
}

// opened animates the bead that was drawn, or at the end of a game the beads that were added and removed.
function opened(part) {
  if (part.querySelector(".effect")) return; // see effect.js
  part.querySelectorAll(".drawn").forEach((row) => moves(row, -1));
  const beads = (row) => Number(row.dataset.change.replace("−", "-").replaceAll(",", ""));
  part.querySelectorAll("[data-change]").forEach((row) => moves(row, beads(row)));
}

// flight moves a bead in an arc from one element to another.
function flight(className, label, from, to, delay, done) {
  const bead = document.createElement("span");
  bead.className = `${className} flier`;
  bead.textContent = label;
  bead.setAttribute("aria-hidden", "true");
  document.body.append(bead);
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [[x0, y0], [x1, y1]] = [middle(from), middle(to)];
  const at = (x, y, size) => ({ transform: `translate(calc(${x}px - 50%), calc(${y}px - 50%)) scale(${size})` });
  const way = [at(x0, y0, 0.7), at((x0 + x1) / 2, Math.min(y0, y1) - 26, 1.15), at(x1, y1, 1)];
  bead.animate(way, { duration: 620, delay, easing: "ease-in-out", fill: "both" }).onfinish = () => {
    bead.remove();
    done?.();
  };
}

// drawn lets the bead of the machine's last move fly from its box to the board.
function drawn() {
  const bead = document.querySelector(".board.large .last .bead"), box = document.querySelector(".opened .tray > div");
  if (!bead || !box || still.matches) return;
  bead.style.visibility = "hidden";
  flight(bead.className, bead.textContent, box, bead, 0, () => { bead.style.visibility = ""; });
}

// find shows the box requested by a query, and animates beads added or removed since it was last shown.
async function find(query, opens) {
  const answer = await fetch(page.dataset.foundBox + query).catch(() => null);
  if (!answer?.ok) return;
  const section = document.getElementById("found-box");
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("found-box");
  const rows = () => [...section.querySelectorAll("[data-beads]")];
  const before = rows().map((row) => Number(row.dataset.beads));
  const same = section.dataset.open === now.dataset.open;
  if (now.dataset.open) section.dataset.open = now.dataset.open;
  section.querySelector("h2").textContent = now.querySelector("h2").textContent;
  section.querySelector("[data-inside]").replaceWith(now.querySelector("[data-inside]"));
  const slow = Date.now() - shownAt > 1500;
  shownAt = Date.now();
  if (opens && !section.open) section.showModal();
  if (same && slow) rows().forEach((row, i) => moves(row, Number(row.dataset.beads) - before[i]));
}

let shownAt = 0; // when a box was last shown
let finding; // the timer of again

// asked returns the query of the address if it requests a box, or else "".
function asked() { return /[?&](position|box)=/.test(location.search) ? location.search : ""; }

// again updates the box shown, at most twice a second.
function again() {
  if (!asked() || finding) return;
  const show = () => { finding = 0; if (asked()) find(asked()); };
  finding = setTimeout(show, Math.max(0, 500 - (Date.now() - shownAt)));
}

// The boxes of the overview are in the order of their numbers.
document.querySelectorAll(".all-boxes .boxes > *, .shelf .boxes > *").forEach((box, i) => { box.dataset.box = i + 1; });

// show updates a box in the overview. A box changed by a single game gets a ring.
function show(number, box, flash) {
  const place = document.querySelector(`[data-box="${number}"]`);
  if (!place) return;
  if (place.innerHTML !== box.squares) {
    place.innerHTML = box.squares;
    if (flash) ring(place);
  }
  place.className = box.class;
  place.title = box.title;
}

// ring marks a box for a moment.
function ring(place) {
  const frames = [{ outline: "3px solid var(--spark)" }, { outline: "3px solid transparent" }];
  place.animate(frames, { duration: still.matches ? 0 : 700, easing: "ease-out" });
}

// result moves the focus from the board to the changes made by the game.
function result(part) {
  const { activeElement: held } = document;
  if (held === document.body || held.dataset.square) part?.querySelector("[data-result]")?.focus({ preventScroll: true });
}

// announce speaks a text to screen readers.
function announce(text) {
  const line = document.querySelector("[data-announce]");
  if (line && line.textContent !== text) line.textContent = text;
}

let announced = 0; // when progress was last announced; it changes all the time while a machine trains

// progress announces the progress of training every ten seconds, and its end.
function progress(part) {
  const running = part.querySelector("[data-running]"), end = document.getElementById("after-boxes");
  if (running && Date.now() - announced < 10000) return;
  announce(running ? part.textContent : `${part.textContent} ${document.querySelector("h1").textContent}`);
  announced = running ? Date.now() : 0;
  if (!running && document.activeElement === document.body) end?.focus({ preventScroll: true }); // the button is gone
}

let began = false; // a game has just begun in this window, so the button Move gets the focus
const still = matchMedia("(prefers-reduced-motion: reduce)");

document.addEventListener("update", ({ detail }) => {
  if (!detail.parts.board) return;
  detail.parts = { ...unpicked, ...detail.parts };
  unpicked = {};
});

document.addEventListener("updated", ({ detail: { parts, values, first } }) => {
  const box = document.querySelector('[data-part="opened"]');
  if (box && parts.opened && !first) opened(box);
  if (parts.opened && !first) result(box);
  if (parts.progress && !first) progress(document.querySelector('[data-part="progress"]'));
  if (parts.board && !first) drawn();
  if (values[document.getElementById("found-box")?.dataset.open] && !first) again();
  const few = Object.keys(values).length <= 5; // a game, not training
  for (const [number, one] of Object.entries(values)) show(number, one, few && !first);
  if (began) document.querySelector("[data-step]:not([hidden]):enabled")?.focus();
  began = false;
});

if (page) {
  document.addEventListener("submit", (event) => { // before live.js sends the form
    const { target: form, submitter } = event;
    if (!form.matches("form[data-quiet]")) return;
    if (submitter?.formMethod === "get") {
      event.preventDefault();
      pick(submitter);
    } else began = form.id === "next" && !submitter?.hasAttribute("formaction");
  }, true);
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="?position="], a[href^="?box="]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    find(asked(), true);
  });
  const box = document.getElementById("found-box");
  if (box?.open) { // without scripts it is a part of the page
    box.open = false;
    box.showModal();
  }
  const forget = () => history.replaceState(null, "", location.pathname);
  box?.addEventListener("cancel", forget);
  box?.addEventListener("click", (event) => {
    if (event.target !== box && !event.target.closest("[data-close]")) return;
    event.preventDefault();
    forget();
    box.close();
  });
  addEventListener("popstate", () => asked() ? find(asked(), true) : box?.close());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea")) return;
    const step = document.querySelector("[data-step]:not([hidden]):enabled");
    if (step && (event.key === " " || event.key === "Enter") && !event.target.matches("button, a, summary")) {
      event.preventDefault();
      step.click();
    }
    if (arrows[event.key] && event.target.dataset.square) {
      event.preventDefault();
      walk(event.target, arrows[event.key]);
    }
    if (/^[1-9]$/.test(event.key)) document.querySelector(`[data-square="${event.key}"]`)?.click();
  });
}

// The label of the slider for Michie's machine names the selected game.
document.querySelector("#restored")?.addEventListener("input", (event) => {
  document.querySelector(".tournament output").value = event.target.value;
});
// All boxes are as large as possible.
const wall = document.querySelector(".learn .all-boxes");
const wide = matchMedia("(min-width: 60rem)");

// fit sets the size of the boxes: the largest at which all are visible, or small on a narrow screen.
function fit() {
  const buckets = [...wall.querySelectorAll(".boxes")].map((boxes) => [boxes.clientWidth, boxes.childElementCount]);
  const few = wall.classList.contains("few"), free = !wide.matches || wall.closest(".hero");
  const height = free ? Infinity : wall.clientHeight;
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // of a very large screen
  let cell = (free ? (few ? 16 : wide.matches ? 6 : 3.6) : few ? 26 : 16) * scale, gap;
  for (; cell > 2; cell -= 0.25) {
    const size = 3 * cell + 4;
    gap = Math.max(1, Math.round(size / 8));
    const rows = buckets.reduce((sum, [width, n]) => sum + Math.ceil(n / Math.floor((width + gap) / (size + gap))), 0);
    if (rows * (size + gap) + buckets.length * 2 * gap <= height) break;
  }
  wall.style.setProperty("--cell", `${cell}px`);
  wall.style.setProperty("--gap", `${gap}px`);
  wall.classList.add("fits");
  wall.classList.toggle("flat", 3 * cell + 4 < 18);
}

if (wall) new ResizeObserver(fit).observe(wall);

// The script for films is loaded on first use of the part of the page that needs it.
const stage = document.querySelector("[data-film]");

function loadFilm() {
  if (document.querySelector('script[src$="film.js"]')) return;
  document.head.append(Object.assign(document.createElement("script"), { src: stage.dataset.player }));
}

if (stage) ["pointerover", "focusin", "touchstart"].forEach((kind) => stage.querySelector(".learn")
  .addEventListener(kind, loadFilm, { once: true, passive: true }));
if (stage && ("at" in stage.dataset || "once" in stage.dataset)) loadFilm();

// A machine in a link is the part of the address after #, which only this page sees.
const shared = document.getElementById("shared");
function openShared() {
  if (!shared || !location.hash.startsWith("#m=")) return;
  shared.elements.link.value = location.hash;
  history.replaceState(null, "", location.pathname); // going back must not open it again
  shared.submit();
}
openShared();
addEventListener("hashchange", openShared);

const copy = document.querySelector("[data-copy]");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.onclick = async () => {
    const link = document.getElementById("link");
    await navigator.clipboard.writeText(link.value).catch(() => link.select());
    copy.textContent = link.dataset.copied;
  };
}
