/** A 32-bit hash of two numbers (the finaliser of MurmurHash3). */
export function hashOfPair(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The hash as a number from 0 up to 1. */
export const hashFraction = (a: number, b: number): number => hashOfPair(a, b) / 0x1_0000_0000;

export const pickByHash = <T>(list: readonly [T, ...T[]], a: number, b: number): T =>
  list[hashOfPair(a, b) % list.length] ?? list[0];

/** Smooth noise from 0 to 1 along `x`: random at whole numbers, a soft curve between them. */
export function smoothNoise(key: number, x: number): number {
  const left = Math.floor(x);
  const share = x - left;
  const soft = share * share * (3 - 2 * share);
  return hashFraction(key, left) * (1 - soft) + hashFraction(key, left + 1) * soft;
}

/** A stream of numbers from 0 up to 1 for one seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
