// Lets the arrow keys move the focus on the board of a game against a search.
"use strict";

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const moves = [...document.querySelectorAll(".field a")];

// walk moves the focus to the nearest move in a direction.
function walk(from, [dx, dy]) {
  const middle = (move) => {
    const box = move.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const far = (move) => {
    const [a, b] = middle(move), ahead = dx * (a - x) + dy * (b - y);
    return ahead > 1 ? ahead + 3 * Math.abs(dx * (b - y) + dy * (a - x)) : Infinity;
  };
  moves.filter((move) => far(move) < Infinity).sort((a, b) => far(a) - far(b))[0]?.focus();
}

document.addEventListener("keydown", (event) => {
  const way = arrows[event.key];
  if (!way || !moves.length || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("input, select, textarea")) return;
  event.preventDefault();
  const from = event.target.closest(".field a");
  from ? walk(from, way) : moves[0].focus();
});

// After a move by keyboard, the next page is used by keyboard too.
for (const move of moves)
  move.addEventListener("click", (event) => event.detail || sessionStorage.setItem("keyed", "yes"));
if (sessionStorage.getItem("keyed")) moves[0]?.focus();
sessionStorage.removeItem("keyed");
