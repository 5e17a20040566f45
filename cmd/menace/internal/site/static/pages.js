"use strict";

// On a narrow screen, the form makes room for the answer.
const asks = document.querySelector("[data-asks]");
const narrow = matchMedia("(max-width: 60rem)").matches;
if (asks && narrow && document.querySelector(".seen img, .seen table")) asks.open = false;
