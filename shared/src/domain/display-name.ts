import { isVisibleText } from '../contract/patterns.ts';

const MAX_NAME = 200;

/**
 * Mail programs make a link of everything that looks like a host; there are too many endings for a list. Hosts hold
 * letters of every script, whose vowels may be marks, and some programs take symbols and `_` for parts of them.
 * `\\host` is a share.
 */
const LINK =
  /[/\\]{2}\S|\b(?:callto|facetime|file|geo|mailto|sips?|skype|sms|tel|xmpp):|\bwww\.|[\p{L}\p{M}\p{N}\p{S}_-]\.\p{L}[\p{L}\p{M}]|\d\.\d/iu;

/**
 * Titles and initials before a name, as in `Dr.Park` or `J.R.Smith`: at the begin of a word, and of no address with a
 * path or a port.
 */
const BEFORE_NAME =
  /(?<![\p{L}\p{M}\p{N}\p{S}_.-])(?:(?:(?:Dr|Mr|Mrs|Ms|Prof|St|\p{Lu})\.)+(?=\p{Lu}\p{Ll}{2})|(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.)+(?=\p{Lu}\p{Ll}))(?=(?<last>\p{Lu}\p{Ll}+)(?:$|[\s,'’)-]|\.(?:\s|$)))/gu;

/** The names that follow titles or initials, of which `Click` in `Mr.Click` is as likely the ending of a host. */
export const hostEndingCandidates = (text: string): string[] =>
  Array.from(plain(text).matchAll(BEFORE_NAME), ({ groups }) => groups?.['last'] ?? '');

/** Letters and dots of other widths are read as the plain ones, by people and by programs. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll('。', '.');

/**
 * Whether a text may be shown as a person's name in mails and lists, as far as browsers tell; servers ask
 * `isDisplayName`. Strangers type names, too, so a name must not have an address to click on, or characters that hide
 * other text.
 */
export const passesBasicNameCheck = (text: string): boolean =>
  (text === '' || isVisibleText(text, MAX_NAME)) && !LINK.test(plain(text).replace(BEFORE_NAME, ''));

/**
 * Where an address would begin or go on: after a dot within a word, after the colon of a scheme (a MAC address has no
 * three letters before one), and between the slashes of a network path. Programs may read the text in one form of
 * Unicode, where `ⓒ` is a letter and `⒈` ends in a dot, and skip characters that nobody sees.
 */
const WITHIN_LINK =
  /(?<=(?:[\p{L}\p{So}]\p{Cf}*){3}[:：︓﹕])(?=\S)|(?<=[:：︓﹕/\\／＼])(?=\p{Cf}*[/\\／＼])|(?<=[\S\ufeff][.。．｡․﹒]|[\u2488-\u249b])(?=\p{Cf}*[\p{L}\p{N}\p{So}])/gu;

/**
 * The text as it is read, but with characters of no width in what mail programs would make a link of. For mails: names
 * of devices and reasons may have dots in them, and those who type them must not choose where a click leads.
 */
export const preventAutolinks = (text: string): string => text.replaceAll(WITHIN_LINK, '\u200B');
