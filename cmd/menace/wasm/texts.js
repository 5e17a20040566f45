// The texts of the shell and its worker in the reader's language. Above stand the translations in the folder language,
// by the tags of the languages.
"use strict";

let tag = "en"; // of the language that text writes

// speak chooses the language: the one that the reader chose at the foot of a page, which a cookie names, or else the
// first of the browser's that there is.
function speak(cookie) {
  const chosen = /menace_site_language=(\w+)/.exec(cookie)?.[1], known = (one) => one === "en" || Object.hasOwn(translations, one);
  tag = [chosen, ...navigator.languages.map((one) => one.slice(0, 2))].find(known) ?? "en";
}

// text translates an English text and fills in its places, such as {name}.
function text(english, places = {}) {
  const translated = translations[tag]?.[english] ?? english;
  return translated.replace(/{(\w+)}/g, (place, name) => places[name] ?? place);
}
