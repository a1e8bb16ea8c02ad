// Reproducible randomness for the benchmark data: weighted choices, and time-ordered ids that depend only on the seed.

import { type Random, randomFrom } from '../random.ts';

/** An independent random generator for each combination of names, so that adding one does not change the others. */
export const randomStream = (seed: number, ...names: readonly (string | number)[]): Random =>
  randomFrom([...names.join('/')].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), seed));

/** The k-th item weighs 1 / k^exponent: a few projects have most of the work. */
export const zipfWeights = (count: number, exponent: number): number[] =>
  Array.from({ length: count }, (_, index) => (index + 1) ** -exponent);

/** Picks by weight; building takes linear time, picking logarithmic time. */
export function weightedPicker<T>(options: readonly T[], weights: readonly number[]): (random: Random) => T {
  const [first] = options;
  if (first === undefined) throw new Error('There is nothing to pick from.');
  const reached: number[] = [];
  let total = 0;
  for (const weight of weights) {
    total += weight;
    reached.push(total);
  }
  return (random) => {
    const wanted = random.next() * total;
    let low = 0;
    for (let high = reached.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if ((reached[middle] ?? total) > wanted) high = middle;
      else low = middle + 1;
    }
    return options[low] ?? first;
  };
}

/** Distributes a whole number by weight; the parts add up to it exactly. `phase`, from 0 to 1, shifts the rounding. */
export function distribute(total: number, weights: readonly number[], phase = 0.5): number[] {
  const sum = weights.reduce((before, weight) => before + weight, 0);
  let reached = 0;
  let given = 0;
  return weights.map((weight) => {
    reached += weight;
    const share = Math.floor((total * reached) / sum + phase) - given;
    given += share;
    return share;
  });
}

/** A UUIDv7 of that moment. Unlike the ids of the product, those of the same millisecond are in random order. */
export function idAt(moment: number, random: Random): string {
  const quarter = () => hexadecimal[Math.floor(random.next() * 65_536)] ?? '';
  const high = hexadecimal[Math.floor(moment / 2 ** 32)];
  const middle = hexadecimal[Math.floor(moment / 65_536) % 65_536];
  const low = hexadecimal[moment % 65_536];
  const variant = '89ab'[random.between(0, 3)];
  return `${high}${middle}-${low}-7${quarter().slice(1)}-${variant}${quarter().slice(1)}-${quarter()}${quarter()}${quarter()}`;
}

/** A lookup table for speed: twenty million ids are generated. */
const hexadecimal = Array.from({ length: 65_536 }, (_, number) => number.toString(16).padStart(4, '0'));
