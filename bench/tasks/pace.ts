// How long a person takes for each step: the keystroke-level model (Card, Moran and Newell 1980, 1983), which predicts the time of
// somebody who knows the screen and makes no mistakes, with later figures where they are more exact. Sources: bench/README.md.

export type Device = 'keyboard and mouse' | 'phone';

/** A key: 40 words a minute on a keyboard (average of people who are no typists), 36.2 on a phone. */
export const keySeconds: Record<Device, number> = { 'keyboard and mouse': 0.28, phone: 60 / (36.2 * 5) };

/** Mental preparation: before each command and each value that has to be recalled or chosen, unless the step before implies it. */
export const thinkSeconds = 1.35;

/** The hand moves between keyboard and mouse. */
export const homingSeconds = 0.4;

/** A press of the mouse button, or of the finger. */
export const pressSeconds = 0.2;

/** An eye movement with the perception of what is there, and the decision after the last one. */
const fixationSeconds = 0.23;
const decisionSeconds = 0.07;
export const lookSeconds = (fixations: number): number => fixations * fixationSeconds + decisionSeconds;

/** Bits per second: the slowest accepted value of a mouse, and a finger on a phone. */
const throughput: Record<Device, number> = { 'keyboard and mouse': 3.7, phone: 6.95 };

/** Fitts's law, in the form of ISO 9241-411. */
export const pointSeconds = (device: Device, { distance, size }: { distance: number; size: number }): number =>
  Math.log2(distance / size + 1) / throughput[device];

/** What Shift is held for on a keyboard. */
const shifted = /[A-Z~!@#$%^&*()_+{}|:"<>?]/;
/** What is on the page of digits of a phone's keyboard; a space is on both. */
const onDigitPage = /[^A-Za-z ]/;

/** The keys of a text: Shift counts, and on a phone each change between letters and digits. */
export function keysOf(device: Device, text: string): number {
  if (device === 'keyboard and mouse') return text.length + [...text].filter((one) => shifted.test(one)).length;
  let keys = 0;
  let isDigits = false;
  for (const one of text) {
    keys += 1 + (/[A-Z]/.test(one) ? 1 : 0);
    if (one === ' ' || onDigitPage.test(one) === isDigits) continue;
    isDigits = !isDigits;
    keys += 1;
  }
  return keys;
}
