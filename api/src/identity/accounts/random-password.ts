import { randomInt } from 'node:crypto';

const LENGTH = 12;

/** Without characters that are read as another one: l, o, 0, 1. */
const lower = 'abcdefghijkmnpqrstuvwxyz';
const digits = '23456789';
/** One character of each, so that every password level is met. */
const classes = [lower, lower.toUpperCase(), digits, '#?!@$%^&*-'] as const;

const pick = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));

/** In random order (Fisher–Yates). */
function shuffled(letters: readonly string[]): string[] {
  const all = [...letters];
  for (let end = all.length - 1; end > 0; end -= 1) {
    const other = randomInt(end + 1);
    [all[end], all[other]] = [all[other] ?? '', all[end] ?? ''];
  }
  return all;
}

/**
 * Twelve characters that meet every password level: upper and lower case, a digit and a special character, anywhere.
 */
export function randomPassword(): string {
  const rest = Array.from({ length: LENGTH - classes.length }, () => pick(classes.join('')));
  return shuffled([...classes.map(pick), ...rest]).join('');
}
