// Shows a machine at an earlier time, and replays its training. It builds on machines.js, which loads it on first use.
"use strict";

// A film contains the counts of all beads after some games of a machine, as written by view/film.go.
const [levels, greys] = [9, 4]; // of tints, as in view/tint.go

async function load() {
  const answer = await fetch(stage.dataset.film);
  if (!answer.ok) throw new Error(answer.statusText);
  const unpacked = new Response(answer.body.pipeThrough(new DecompressionStream("gzip")));
  const bytes = new Uint8Array(await unpacked.arrayBuffer());
  const end = bytes.indexOf(10), film = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  let at = end + 1, before = [];
  const next = () => {
    let value = 0, scale = 1, byte;
    do { byte = bytes[at++]; value += (byte & 127) * scale; scale *= 128; } while (byte & 128);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
  const beads = film.boxes.reduce((sum, box) => sum + box.to.length, 0);
  film.frames = film.games.map(() => before = Array.from({ length: beads }, (_, k) => (before[k] ?? 0) + next()));
  let first = 0;
  film.boxes.forEach((box, i) => {
    [box.first, first] = [first, first + box.to.length];
    box.place = document.querySelector(`[data-box="${i + 1}"]`);
  });
  film.last = film.games.length - 1;
  film.axis = Math.log1p(Math.max(film.games[film.last], 10));
  return film;
}

// at returns the last frame at or before a number of games.
function frameAt(film, games) {
  let i = 0;
  while (i < film.last && film.games[i + 1] <= games + 1e-6) i++;
  return i;
}

const step = (share, steps) => Math.ceil(steps * share - 0.005);
const preference = (chance, n) => n < 2 ? 0 : Math.max(0, (chance - 1 / n) / (1 - 1 / n));

// tints returns the classes of a box with these counts, and of its squares by number.
function tints(box, counts) {
  const own = box.to.map((_, k) => counts[box.first + k]), total = own.reduce((a, b) => a + b, 0), n = own.length;
  if (!total) return { box: ["empty"], squares: {} };
  const chance = {}, good = {}, squares = {};
  let best = 0, wise = 0;
  own.forEach((beads, k) => {
    const to = box.to[k], p = beads / total;
    chance[to] = (chance[to] ?? 0) + p;
    good[to] = (good[to] ?? 0) + p * box.wise[k];
    wise += p * box.wise[k];
    if (beads > own[best]) best = k;
  });
  for (const [to, p] of Object.entries(chance)) {
    const level = step(preference(p, n) ** 0.62, levels);
    if (level > 0) squares[to] = (good[to] > p / 2 ? "g" : "m") + level;
    else if (step(Math.min(1, p * n), greys) > 1) squares[to] = `n${step(Math.min(1, p * n), greys)}`;
  }
  const level = step(preference(own[best] / total, n), levels), kind = box.wise[best] ? "g" : "m";
  const other = (wise >= 0.5) !== !!box.wise[best];
  return { box: level > 0 ? [kind + level, ...(other ? ["but"] : [])] : [], squares };
}

const isTint = (name) => /^([gm][1-9]|n[2-4]|but|empty)$/.test(name);

// paint shows counts of beads in all boxes.
function paint(film, counts) {
  for (const box of film.boxes) {
    const now = tints(box, counts), key = JSON.stringify(now), { place } = box;
    if (!place || key === box.key && place.dataset.key === key) continue;
    box.key = place.dataset.key = key;
    const marks = place.className.split(" ").filter((name) => name && !isTint(name));
    place.className = (now.box[0] === "empty" ? [...marks, ...now.box] : [...now.box, ...marks]).join(" ");
    [...place.children].forEach((square, s) => {
      const pieces = square.className.split(" ").filter((name) => name && !isTint(name));
      square.className = [...pieces, ...(now.squares[s] ? [now.squares[s]] : [])].join(" ");
    });
  }
}

// most returns the boxes to mark between two frames: those changed by a single game, or else the five with the largest
// change of shares, if it is more than five points.
function most(film, i, j) {
  const one = film.games[j] - film.games[i] === 1, [before, now] = [film.frames[i], film.frames[j]];
  const share = (frame, box, k) => {
    const total = box.to.reduce((sum, _, m) => sum + frame[box.first + m], 0);
    return total ? frame[box.first + k] / total : 0;
  };
  const all = film.boxes.map((box) => {
    const beads = box.to.map((_, k) => now[box.first + k] - before[box.first + k]);
    const by = box.to.reduce((sum, _, k) => sum + Math.abs(share(now, box, k) - share(before, box, k)), 0) / 2;
    return { box, beads, by };
  }).filter(({ beads, by }) => beads.some(Boolean) && (one || by > 0.05));
  return all.sort((a, b) => b.by - a.by).slice(0, one ? 9 : 5);
}

const curve = stage?.querySelector(".curve"), range = curve?.querySelector("input");
const put = (element, attributes) => element && Object.entries(attributes).forEach(([k, v]) => element.setAttribute(k, v));

// draw shows a position on the curve: the one of a number of games, with the numbers of the last frame.
function draw(film, games, i) {
  const svg = curve.querySelector("svg"), x = 100 * Math.log1p(games) / film.axis;
  const j = Math.min(i + 1, film.last), part = j > i ? (games - film.games[i]) / (film.games[j] - film.games[i]) : 0;
  const y = (values) => 100 * (1 - values[i] - (values[j] - values[i]) * part);
  if (!svg.querySelector(".later")) {
    const past = svg.querySelector("[clip-path]"), later = past.cloneNode(true);
    later.removeAttribute("clip-path");
    later.setAttribute("class", "later");
    past.before(later);
  }
  put(svg.querySelector("clipPath rect"), { width: x + 1 });
  put(svg.querySelector(".now"), { x1: `${x}%`, x2: `${x}%` });
  for (const name of [".knob", "circle.won", "circle.lost"]) put(svg.querySelector(name), { cx: `${x}%` });
  let ends = [100 * (1 - film.won[i]), 100 * (1 - film.lost[i])].map((v) => Math.min(84, Math.max(4, v)));
  const room = 38, gap = room - Math.abs(ends[0] - ends[1]), up = film.won[i] >= film.lost[i] ? -1 : 1;
  const middle = Math.min(84 - room / 2, Math.max(4 + room / 2, (ends[0] + ends[1]) / 2));
  if (gap > 0) ends = [middle + room / 2 * up, middle - room / 2 * up];
  ["won", "lost"].forEach((name, n) => {
    put(svg.querySelector(`circle.${name}`), { cy: `${y(film[name])}%` });
    const label = svg.querySelector(`text.${name}`);
    put(label, { y: `${ends[n]}%` });
    label.querySelector(".number").textContent = Math.round(100 * film[name][i]);
  });
  range.value = Math.log1p(games) / film.axis;
  range.setAttribute("aria-valuetext", film.says[i]);
}

// The player plays one film, and remembers its position.
const player = { film: null, loading: null, frame: -1, games: 0, running: 0, shown: 0 };

async function ready(again) {
  if (again) player.loading = null;
  player.loading ??= load();
  player.film = await player.loading;
  return player.film;
}

// seek shows the machine after a number of games. Between frames the tints change gradually.
function seek(games, quiet) {
  const { film } = player, i = frameAt(film, games), before = player.frame;
  const j = Math.min(i + 1, film.last), wide = film.games[j] - film.games[i];
  const beyond = wide > 1 ? (games - film.games[i]) / wide : 0, part = beyond > 1e-6 ? Math.min(1, beyond) : 0;
  player.games = games;
  paint(film, part ? film.frames[i].map((n, k) => n + (film.frames[j][k] - n) * part) : film.frames[i]);
  draw(film, games, i);
  if (i === before) return;
  player.frame = i;
  const text = (selector, words, html) => {
    const part = stage.querySelector(selector);
    if (part && html) part.innerHTML = words;
    else if (part) part.textContent = words;
  };
  if (!player.running || performance.now() - player.shown > 66 || i === film.last) { // at most 15 times a second
    player.shown = performance.now();
    text('[data-part="finding"]', film.findings[i], true);
    text("[data-caption]", film.captions[i]);
    text("[data-game]", film.says[i].split(":")[0]);
  }
  if (quiet || i < before || before < 0 || still.matches) return;
  const changed = most(film, before, i);
  changed.forEach(({ box }) => box.place && ring(box.place));
  if (film.games[i] - film.games[before] === 1 && i - frameAt(film, film.from) <= 30) changed.forEach(fly);
}

// fly lets a bead fly between the curve and a box that a game has changed.
function fly({ box, beads }, n) {
  const k = beads.findIndex(Boolean), knob = curve.querySelector(".knob");
  if (!box.place) return;
  const ends = [knob, box.place];
  if (beads[k] < 0) ends.reverse();
  flight(`bead c${box.to[k]}`, String(box.to[k] + 1), ...ends, 60 * n);
}

function halt() {
  cancelAnimationFrame(player.running);
  player.running = 0;
  document.body.classList.remove("filming");
}

// play plays the film from a number of games on, in some milliseconds, at constant speed on an axis that begins there.
function play(from, milliseconds, done) {
  halt();
  const { film } = player, length = Math.log1p(film.games[film.last] - from);
  let began;
  const next = (now) => {
    began ??= now;
    const part = still.matches || document.hidden ? 1 : Math.min(1, (now - began) / milliseconds);
    if (part === 1) halt(); // shows the last frame with its sentences
    seek(Math.min(film.games[film.last], from + Math.expm1(part * length)), part === 1);
    if (part < 1) player.running = requestAnimationFrame(next);
    else done?.();
  };
  player.frame = -1;
  document.body.classList.add("filming");
  player.running = requestAnimationFrame(next);
}

// The page of a machine: after Train it holds back changes, and shows them as a film.
let held = null; // the update that is held back, or null
let pressed = 0; // when Train was pressed

const lengths = { fast: 3000, slowly: 30000 };
const veiled = ["finding", "tiles", "curve", "board", "messages", "score", "opened", "exact-strength"];

function release() {
  const { parts, values } = held;
  held = null;
  for (const [name, html] of Object.entries(parts)) swap(name, html);
  for (const [code, box] of Object.entries(values)) show(code, box);
  player.frame = -1;
}

if (stage && document.querySelector("#train")) {
  document.addEventListener("submit", ({ target, submitter }) => {
    if (target.id !== "train" || submitter?.hasAttribute("formaction")) return;
    if (player.running) {
      halt();
      if (held) release();
    }
    const milliseconds = lengths[new FormData(target).get("pace")];
    pressed = milliseconds && !still.matches ? performance.now() : 0;
    player.milliseconds = milliseconds;
  }, true);
  document.addEventListener("update", ({ detail }) => {
    if (detail.first || !pressed && !held) return;
    if (pressed && performance.now() - pressed > 1000 && !held?.ended) return; // long training is shown live
    held ??= { parts: {}, values: {} };
    for (const name of veiled) {
      if (name in detail.parts) held.parts[name] = detail.parts[name];
      delete detail.parts[name];
    }
    Object.assign(held.values, detail.values);
    detail.values = {};
  });
  document.addEventListener("updated", async ({ detail }) => {
    const over = pressed && (held?.parts ?? detail.parts).tiles && !stage.querySelector("[data-running]");
    if (!over) {
      if (!held && detail.parts.curve) [player.loading, player.frame, range.value] = [null, -1, 1];
      return;
    }
    pressed = 0;
    held ??= { parts: {}, values: {} };
    held.ended = true;
    const film = await ready(true).catch(() => null);
    if (!film || film.games[film.last] === film.from) return release();
    play(film.from, player.milliseconds, () => {
      release();
      const caption = stage.querySelector("[data-caption]"), { activeElement: held } = document;
      caption.textContent = film.end;
      announce(film.end);
      if (held === document.body || held.closest("#train button, #after-boxes, [data-result]")) caption.focus({ preventScroll: true });
    });
  });
}

if (stage && range) {
  range.hidden = false;
  const go = async (to) => {
    const film = await ready();
    halt();
    seek(Math.max(0, Math.min(film.games[film.last], to(film))), true);
    moved();
  };
  // The address and the box beside the wall follow the film.
  let following;
  const moved = () => {
    const lens = stage.querySelector("[data-lens]");
    if (!lens) return;
    clearTimeout(following);
    following = setTimeout(async () => {
      const query = new URLSearchParams(location.search);
      query.set("game", player.film.games[player.frame]);
      history.replaceState(null, "", `?${query}`);
      const answer = await fetch(location.href).catch(() => null);
      if (!answer?.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      lens.replaceChildren(...page.querySelector("[data-lens]").childNodes);
      const [links, now] = [stage, page].map((from) => [...from.querySelectorAll("nav [data-key]")]);
      links.forEach((link, n) => { link.href = now[n].href; });
    }, 150);
  };
  const keys = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10,
    Home: -Infinity, End: Infinity };
  const by = (film, n) => film.games[Math.max(0, Math.min(film.last, frameAt(film, player.games) + n))];
  range.addEventListener("input", () => {
    const value = Number(range.value);
    go((film) => Math.expm1(value * film.axis));
  });
  range.addEventListener("keydown", (event) => {
    if (!(event.key in keys)) return;
    event.preventDefault();
    go((film) => by(film, keys[event.key]));
  });
  const start = stage.querySelector("[data-play]");
  start.hidden = false;
  start.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (player.running) return halt();
    const film = await ready();
    const at = stage.dataset.at && player.games < film.games[film.last] ? player.games : 0;
    play(at, stage.dataset.at ? 9000 : "once" in stage.dataset ? 4000 : 6000, moved);
  });
  if ("once" in stage.dataset && !still.matches) setTimeout(() => ready().then(() => {
    if (player.frame < 0) play(0, 4000); // unless somebody was faster
  }), 700);
  if (stage.dataset.at) {
    player.games = Number(stage.dataset.at);
    stage.addEventListener("click", async (event) => {
      const link = event.target.closest("nav [data-key], [data-box]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (link.dataset.box) history.replaceState(null, "", link.href);
      go((film) => link.dataset.box ? player.games : by(film, keys[link.dataset.key]));
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== " " || event.target.matches("button, a, input, summary")) return;
      event.preventDefault();
      start.click();
    });
    ready().then((film) => {
      range.value = Math.log1p(player.games) / film.axis;
      player.frame = frameAt(film, player.games);
    });
  } else ["pointerenter", "focus"].forEach((kind) => curve.addEventListener(kind, () => {
    ready().then((film) => { if (player.frame < 0) player.games = film.games[film.last]; });
  }, true));
}
