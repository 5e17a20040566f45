// Rings once when the projector first says that nobody can beat the machine any more. Browsers stay silent until
// somebody has clicked or typed on the page.
"use strict";

let proved = Boolean(document.querySelector("[data-proof]"));

function bell() {
  const sound = new AudioContext(), end = sound.currentTime + 2.5;
  for (const [pitch, volume] of [[880, 0.3], [1760, 0.12], [2640, 0.06]]) {
    const tone = new OscillatorNode(sound, { frequency: pitch }), fading = new GainNode(sound, { gain: volume });
    fading.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(fading).connect(sound.destination);
    tone.start();
    tone.stop(end);
  }
}

document.addEventListener("updated", () => {
  const now = Boolean(document.querySelector("[data-proof]"));
  if (now && !proved) bell();
  proved = now;
});
