// Remembers in this browser which chapters of the course are done. Nothing is sent.
"use strict";

const store = "menace course";
const done = () => { try { return new Set(JSON.parse(localStorage.getItem(store) ?? "[]")); } catch { return new Set(); } };
const keep = (chapters) => { try { localStorage.setItem(store, JSON.stringify([...chapters])); } catch { /* not in this browser */ } };

const chapter = document.querySelector("article[data-chapter]"), mark = document.querySelector("[data-done]");
const list = document.querySelectorAll("li[data-chapter]"), progress = document.querySelector("[data-progress]");

function show() {
  const all = done();
  for (const item of list) item.classList.toggle("done", all.has(item.dataset.chapter));
  if (progress) {
    const count = [...list].filter((item) => all.has(item.dataset.chapter)).length;
    progress.textContent = progress.dataset.text.replace("{done}", count).replace("{count}", list.length);
    progress.hidden = count === 0;
  }
  if (mark) {
    mark.hidden = false;
    mark.firstChild.setAttribute("aria-pressed", all.has(chapter.dataset.chapter));
  }
}

mark?.addEventListener("click", () => {
  const all = done(), id = chapter.dataset.chapter;
  if (!all.delete(id)) all.add(id);
  keep(all);
  show();
});
if (chapter && "solved" in chapter.dataset) keep(done().add(chapter.dataset.chapter));
show();
