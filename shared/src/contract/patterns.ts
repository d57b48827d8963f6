/**
 * Patterns of user input, without schemas: the client validates with these alone, and the servers with the schemas.
 */

/** A login ID: 4 to 38 letters, digits and `@ . _ -` (spec 1 §5). */
export const loginIdPattern = /^[A-Za-z0-9@._-]{4,38}$/;

/** Replaces the one-time code when the authenticator is lost: `ABCDE-23456`. */
export const recoveryCodePattern = /^[A-Z2-9]{5}-[A-Z2-9]{5}$/;

/** Of an alert: `I`, the letter of a type of device, and the number of a kind (spec 3 §3). */
export const alertCodePattern = /^I[WLMAI][1-7]$/;

/**
 * An e-mail address. Its local part has all characters that need no quotes (RFC 5322), and dots anywhere after the
 * first character, as in old addresses of Japanese mobile phones (`a..b@docomo.ne.jp`). Hosts with other letters are
 * written in punycode, also their last part (`xn--p1ai`).
 */
export const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-][\w!#$%&'*+/=?^`{|}~.-]*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/;

/**
 * No characters, and not allowed in XML, which exports and templates are (U+FFFE, U+FFFF, and the last two of each
 * plane).
 */
const NONCHARACTER = String.raw`\p{Noncharacter_Code_Point}`;
const HIDDEN = new RegExp(String.raw`\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|${NONCHARACTER}`, 'u');

/** Control characters, those that reorder or hide other text, and what is no character. */
export const hasHiddenCharacters = (text: string): boolean => HIDDEN.test(text);
export const stripHiddenCharacters = (text: string): string => text.replace(new RegExp(HIDDEN, 'gu'), '');

/**
 * A short text as it is stored: in one form of Unicode, without spaces around it, and with single plain spaces in it.
 */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();

/** Letters by their category that no font draws: fillers of Hangul, and the empty Braille pattern. */
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/u;

/**
 * What a reader sees by itself. Marks, such as the selectors of emoji, belong to the character before them, and many of
 * them are never drawn. Characters that Unicode does not have yet count as seen: new emoji are some.
 */
const SEEN = /(?!\p{Default_Ignorable_Code_Point}|\u2800)[^\p{M}\p{Z}\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * A name of a group, a department and the like as it is stored: without characters that hide or reorder other text or
 * that nobody sees, which people paste without knowing. Names of people and devices with such characters are refused
 * instead.
 */
export function cleanName(text: string): string {
  const name = normalizeText(stripHiddenCharacters(text).replaceAll(new RegExp(BLANK, 'gu'), ''));
  return SEEN.test(name) ? name : '';
}

const HIDDEN_IN_LINES = new RegExp(String.raw`(?![\n\u200c\u200d])(?:\p{Cc}|\p{Cf}|\p{Cs}|${NONCHARACTER})`, 'gu');

/**
 * A text of several lines without characters that hide or reorder other text, and with `\n` at the end of each line.
 * Joiners stay: emoji and the scripts of some languages are written with them.
 */
export const cleanLines = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(HIDDEN_IN_LINES, '')
    .normalize('NFC');

/** Whether a cleaned text has 1 to `limit` characters, and something to see. An emoji is one, or a few. */
export const isVisibleText = (text: string, limit: number): boolean =>
  SEEN.test(text) && Array.from(text).length <= limit && !hasHiddenCharacters(text) && !BLANK.test(text);
