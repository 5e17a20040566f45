// What the shell and its worker share: the folder of the site, messages to all tabs, and the database that the browser
// stores for them.
"use strict";

const root = new URL("../", self.document?.currentScript.src ?? location.href).pathname;
const place = `menace ${root}`;
const channel = new BroadcastChannel(place);

const tell = (kind, more) => channel.postMessage({ kind, ...more });
const say = (noted) => tell("note", { noted });

// transact calls a function with the store, and returns the result of its request when it is on the disk.
async function transact(mode, request) {
  const opening = indexedDB.open(place, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("files");
  const db = await new Promise((done, fail) => { opening.onsuccess = () => done(opening.result); opening.onerror = () => fail(opening.error); });
  const transaction = db.transaction("files", mode, { durability: "strict" });
  const asked = request(transaction.objectStore("files"));
  db.close(); // as soon as the transaction has ended
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done(asked.result);
    transaction.onabort = () => fail(transaction.error ?? new Error(text("there is no room")));
  });
}

const stored = () => transact("readonly", (files) => files.get("menace.db"));
const store = (content) => transact("readwrite", (files) => files.put(content, "menace.db"));
