// What the shell and its worker share: the folder of the site, and the database that the browser stores for it.
"use strict";

const root = new URL("../", self.document?.currentScript.src ?? location.href).pathname;
const place = `menace ${root}`;

// transact calls a function with the store, and returns what its request finds when that is on the disk.
async function transact(mode, request) {
  const opening = indexedDB.open(place, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("files");
  const db = await new Promise((done, fail) => { opening.onsuccess = () => done(opening.result); opening.onerror = () => fail(opening.error); });
  try {
    const transaction = db.transaction("files", mode, { durability: "strict" });
    const asked = request(transaction.objectStore("files"));
    return await new Promise((done, fail) => {
      transaction.oncomplete = () => done(asked.result);
      transaction.onabort = () => fail(transaction.error ?? new Error("there is no room"));
    });
  } finally {
    db.close();
  }
}

// The database of the program, and another one that the user wants to open, until the program has opened it.
const own = "menace.db", other = "opened.db";
const stored = (name = own) => transact("readonly", (files) => files.get(name));
const offer = (content) => transact("readwrite", (files) => files.put(content, other));
const store = (content) => transact("readwrite", (files) => {
  files.delete(other);
  return files.put(content, own);
});
const forget = () => transact("readwrite", (files) => files.delete(other));
