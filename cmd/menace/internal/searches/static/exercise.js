// Lets a reader answer the questions of an exercise in the tree itself, by mouse, touch or keyboard. The fields below
// contain the answers, and also work without this script.
"use strict";

const lists = new Set(["cuts", "order", "sorting"]); // answered by several positions

for (const form of document.querySelectorAll("form.questions")) answerInTree(form);

function answerInTree(form) {
  const frame = form.querySelector("[data-tree]"), image = frame?.querySelector("img"), now = form.querySelector(".now");
  const fields = [...form.querySelectorAll("input[data-kind]")], items = [...form.querySelectorAll("li[data-node]")];
  if (!image || !items.length || !fields.length) return;
  const layer = document.createElement("div"), spots = new Map(), writer = document.createElement("input");
  layer.className = "spots";
  layer.setAttribute("role", "group");
  layer.setAttribute("aria-label", frame.dataset.label);
  writer.autocomplete = "off";
  writer.setAttribute("form", ""); // not a field of the form
  frame.append(layer);
  frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2; // the root, if a phone shows only a part
  let active = fields.find((field) => !field.value) ?? fields[0];

  for (const item of items) {
    const button = document.createElement("button"), tag = document.createElement("span");
    button.type = "button";
    button.tabIndex = spots.size ? -1 : 0;
    button.append(tag);
    button.addEventListener("click", () => choose(item.dataset.node));
    spots.set(item.dataset.node, { item, button, tag });
    layer.append(button);
  }
  layer.append(writer);

  // place puts an element for a position over its picture, which may have space at its sides.
  function place(element, spot, least) {
    const [x, y, w, h] = [spot.x, spot.y, spot.w, spot.h].map(Number);
    const box = image.getBoundingClientRect(), outer = frame.getBoundingClientRect();
    const scale = Math.min(box.width / image.width0, box.height / image.height0);
    const left = box.left - outer.left + frame.scrollLeft + (box.width - scale * image.width0) / 2;
    const top = box.top - outer.top + (box.height - scale * image.height0) / 2;
    const width = Math.max(w * scale * image.width0, least), height = Math.max(h * scale * image.height0, least);
    const middle = left + (x + w / 2) * scale * image.width0, centre = top + (y + h / 2) * scale * image.height0;
    Object.assign(element.style, { left: `${middle - width / 2}px`, top: `${centre - height / 2}px`,
      width: `${width}px`, height: `${height}px` });
  }

  function arrange() {
    [image.width0, image.height0] = [Number(image.getAttribute("width")), Number(image.getAttribute("height"))];
    for (const { item, button } of spots.values()) place(button, item.dataset, 24);
    const asked = spots.get(active.dataset.node);
    if (asked && !writer.hidden) place(writer, { ...asked.item.dataset, x: Number(asked.item.dataset.x) + 1.2 * asked.item.dataset.w }, 30);
  }

  const words = (field) => field.value.trim().split(/\s+/).filter(Boolean);

  // show marks the answer to the current question.
  function show() {
    const chosen = words(active), { kind, node } = active.dataset;
    for (const [name, { item, button, tag }] of spots) {
      const written = fields.filter((field) => field.dataset.node === name && field.dataset.kind === kind && field !== active);
      const places = chosen.flatMap((word, i) => word === name ? [i + 1] : []);
      const picks = kind === "move" || lists.has(kind), state = picks && places.length > 0;
      tag.textContent = !picks ? written.map((field) => field.value).join(" ") : kind === "cuts" && state ? "✗" : kind === "move" && state ? "✓" : places.join(" ");
      button.classList.toggle("chosen", state);
      button.classList.toggle("asked", name === node && kind !== "uct");
      button.setAttribute("aria-label", [item.firstElementChild.textContent, tag.textContent].filter(Boolean).join(": "));
      if (picks) button.setAttribute("aria-pressed", state);
      else button.removeAttribute("aria-pressed");
    }
    writer.hidden = !spots.has(node) || kind === "move" || lists.has(kind);
    if (writer.value !== active.value) writer.value = active.value;
    const label = form.querySelector(`label[for="${active.id}"]`).textContent, line = now.querySelector("span");
    writer.setAttribute("aria-label", label);
    now.hidden = false;
    if (line.textContent !== label) line.textContent = label;
    for (const button of now.querySelectorAll("button")) button.disabled = !fields[fields.indexOf(active) + Number(button.dataset.by)];
    arrange();
  }

  function choose(name) {
    const { kind, node } = active.dataset, chosen = words(active);
    if (kind === "cuts") active.value = (chosen.includes(name) ? chosen.filter((word) => word !== name) : [...chosen.filter((word) => word !== "none"), name]).join(" ");
    else if (lists.has(kind)) active.value = (chosen.at(-1) === name ? chosen.slice(0, -1) : [...chosen, name]).join(" ");
    else if (kind === "move" || kind === "uct") active.value = name;
    else if (name === node) writer.focus();
    show();
  }

  function turn(by, focus) {
    const next = fields[fields.indexOf(active) + by];
    if (!next) return false;
    active = next;
    show();
    if (focus && !writer.hidden) writer.focus();
    return true;
  }

  now.addEventListener("click", (event) => event.target.dataset.by && turn(Number(event.target.dataset.by), false));
  writer.addEventListener("input", () => { active.value = writer.value; show(); });
  writer.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!turn(1, true)) form.requestSubmit();
  });
  for (const field of fields) {
    field.addEventListener("focus", () => { active = field; show(); });
    field.addEventListener("input", show);
  }

  // The arrow keys go to the parent, the first child and the neighbouring positions.
  const inItem = (item) => item?.closest("li[data-node]");
  layer.addEventListener("keydown", (event) => {
    const entry = [...spots.values()].find(({ button }) => button === event.target);
    if (!entry) return;
    const { item } = entry, all = items.filter((other) => depth(other) === depth(item)), at = all.indexOf(item);
    const to = { ArrowUp: inItem(item.parentElement), ArrowDown: item.querySelector("li[data-node]"), ArrowLeft: all[at - 1], ArrowRight: all[at + 1] }[event.key];
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!to) return;
    for (const { button } of spots.values()) button.tabIndex = -1;
    const { button } = spots.get(to.dataset.node);
    button.tabIndex = 0;
    button.focus();
  });
  function depth(item) {
    const above = inItem(item.parentElement);
    return above ? depth(above) + 1 : 0;
  }

  new ResizeObserver(arrange).observe(image);
  image.addEventListener("load", arrange);
  show();
}
