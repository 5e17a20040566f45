// The texts of the shell and its worker in the reader's language. They follow the translations from the folder
// language, by the tags of the languages.
"use strict";

let tag = "en"; // the language of text

// speak chooses the language: the one chosen at the foot of a page, which is in a cookie, or else the first available
// language of the browser.
function speak(cookie) {
  const chosen = /menace_site_language=(\w+)/.exec(cookie)?.[1], known = (one) => one === "en" || Object.hasOwn(translations, one);
  tag = [chosen, ...navigator.languages.map((one) => one.slice(0, 2))].find(known) ?? "en";
}

// text translates an English text and fills in its places, such as {name}.
function text(english, places = {}) {
  const translated = translations[tag]?.[english] ?? english;
  return translated.replace(/{(\w+)}/g, (place, name) => places[name] ?? place);
}
