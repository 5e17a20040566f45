"use strict";

// On a narrow screen, the form gives way to the answer.
const asks = document.querySelector("[data-asks]");
const narrow = matchMedia("(max-width: 60rem)").matches;
if (asks && narrow && document.querySelector(".seen img, .seen table")) asks.open = false;

// Links to copy begin with the address that this browser used; behind a proxy, the server may not know it.
for (const text of document.querySelectorAll("[data-site]")) {
  text.value = text.value.replaceAll(`http://${location.host}/`, `${location.origin}/`);
  text.addEventListener("focus", () => text.select());
}
