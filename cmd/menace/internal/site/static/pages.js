"use strict";

// On a narrow screen, the form makes room for the answer.
const asks = document.querySelector("[data-asks]");
const narrow = matchMedia("(max-width: 60rem)").matches;
if (asks && narrow && document.querySelector(".seen img, .seen table")) asks.open = false;

// What can be copied begins with the address that this browser used, which the server may not know behind a proxy.
for (const text of document.querySelectorAll("[data-site]")) {
  text.value = text.value.replaceAll(`http://${location.host}/`, `${location.origin}/`);
  text.addEventListener("focus", () => text.select());
}
