// Shows the steps of a search in place. Without this script everything still works.
"use strict";

// fresh updates the parts of the page from the page at an address. It waits until the pictures are loaded, so that
// nothing flickers.
async function fresh(address) {
  const answer = await fetch(address);
  if (!answer.ok) return false;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const held = document.activeElement?.dataset.turn, place = document.activeElement?.closest("[data-part]")?.dataset.part;
  const parts = [], images = [];
  for (const part of document.querySelectorAll("[data-part]")) {
    const same = next.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!same || same.innerHTML === part.innerHTML) continue;
    const nodes = [...same.childNodes].map((node) => document.importNode(node, true));
    parts.push([part, nodes]);
    for (const node of nodes) if (node.querySelectorAll) images.push(...node.querySelectorAll("img"));
  }
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  for (const [part, nodes] of parts) part.replaceChildren(...nodes);
  const near = held && document.querySelector(`[data-part="${place}"]`);
  if (near) (near.querySelector(`[data-turn="${held}"]`) ?? near.querySelector("[data-turn]"))?.focus({ preventScroll: true });
  return true;
}

let turning = false;

// turn shows another step, and adds it to the browser's history.
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
  if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("input, select, textarea")) return;
  const near = event.target.closest("[data-walk]") ?? document.querySelector("[data-walk]:hover, .seen[data-walk]");
  const link = near?.querySelector(`a[data-turn="${keys[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  turn(link);
});

addEventListener("popstate", () => fresh(location.href));
