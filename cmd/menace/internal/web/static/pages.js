// Turns pages in place: the steps of a search, and experiments that grow. All of it works without this script too.
"use strict";

// fresh brings the parts of a page up to date from another, and waits for its pictures, so that nothing
// flickers and all of it is of the same moment.
async function fresh(address) {
  const answer = await fetch(address);
  if (!answer.ok) return false;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const held = document.activeElement?.dataset.turn;
  const parts = [], images = [];
  for (const part of document.querySelectorAll("[data-part]")) {
    const same = next.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!same || same.innerHTML === part.innerHTML) continue;
    if (!held && part.contains(document.activeElement)) continue; // the reader is at it
    const nodes = [...same.childNodes].map((node) => document.importNode(node, true));
    parts.push([part, nodes]);
    for (const node of nodes) if (node.querySelectorAll) images.push(...node.querySelectorAll("img"));
  }
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  for (const [part, nodes] of parts) part.replaceChildren(...nodes);
  const main = document.querySelector("[data-grows]");
  if (main && !next.querySelector("[data-grows]")) delete main.dataset.grows;
  if (held) (document.querySelector(`[data-turn="${held}"]`) || document.querySelector("[data-turn]"))?.focus({ preventScroll: true });
  return true;
}

let turning = false;

// turn shows another step, and lets the browser go back to this one.
async function turn(link) {
  if (turning) return;
  turning = true;
  try {
    if (await fresh(link.href)) history.pushState(null, "", link.href);
    else location.assign(link.href);
  } catch {
    location.assign(link.href);
  } finally {
    turning = false;
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-turn]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  turn(link);
});

const keys = { ArrowRight: "Next", ArrowLeft: "Back", Home: "First", End: "Last" };
document.addEventListener("keydown", (event) => {
  if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, select, textarea")) return;
  const link = document.querySelector(`a[data-turn="${keys[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  turn(link);
});

addEventListener("popstate", () => fresh(location.href));

// On a narrow screen what was asked for stands out of the way of the answer.
const asks = document.querySelector("[data-asks]");
if (asks && matchMedia("(max-width: 60rem)").matches && document.querySelector(".seen img, .seen table")) asks.open = false;

const growing = document.querySelector("[data-grows]");

// again looks again at an experiment that grows, after five times as long as that takes.
async function again() {
  const began = performance.now();
  if (!document.hidden) await fresh(location.href).catch(() => {});
  if ("grows" in growing.dataset) setTimeout(again, Math.max(2000, 5 * (performance.now() - began)));
}

if (growing) setTimeout(again, 2000);
