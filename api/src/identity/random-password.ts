import { randomBytes } from 'node:crypto';

const specials = '#?!@$%^&*-';

/** Twelve characters that meet every password level: upper and lower case, a digit and a special character. */
export function randomPassword(): string {
  const bytes = [...randomBytes(16)];
  const pick = (alphabet: string, byte = 0) => alphabet[byte % alphabet.length] ?? '';
  const letters = 'abcdefghijkmnpqrstuvwxyz';
  const all = `${letters}23456789`;
  const [a, b, c, ...rest] = bytes;
  const body = rest.slice(0, 9).map((byte) => pick(all, byte));
  return [pick(letters.toUpperCase(), a), ...body, pick('23456789', b), pick(specials, c)].join('');
}
