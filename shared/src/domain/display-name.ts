import { isVisibleText } from '../contract/patterns.ts';

const MAX_NAME = 200;

/** Mail programs make a link of everything that looks like a host; there are too many endings for a list. */
const LINK = /:\/\/|\bmailto:|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}|\d\.\d/iu;
const HONORIFIC = /\b(?:Dr|Mr|Mrs|Ms|Prof|St)\.(?=\p{Lu}\p{Ll})/gu;
const INITIAL = /\b\p{Lu}\.(?=\p{Lu}\p{Ll}{2,})/gu;

/** Letters and dots of other widths are read as the plain ones, by people and by programs. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll('。', '.');

/**
 * Whether a text may be shown as a person's name in mails and lists. Strangers type names, too, so a name must not have an
 * address to click on, or characters that hide other text.
 */
export const isDisplayName = (text: string): boolean =>
  (text === '' || isVisibleText(text, MAX_NAME)) && !LINK.test(plain(text).replace(HONORIFIC, '').replace(INITIAL, ''));

/** Where an address would begin or go on: after a dot within a word, and after the colon of a scheme. */
const WITHIN_LINK = /(?<=:)(?=[/\\]{2})|(?<=[\p{L}\p{N}-][.。．｡])(?=[\p{L}\p{N}])/gu;

/**
 * The text as it is read, but with characters of no width in what mail programs would make a link of. For mails: names of
 * devices and reasons may have dots in them, and those who type them must not choose where a click leads.
 */
export const withoutLinks = (text: string): string => text.replaceAll(WITHIN_LINK, '\u200B');
