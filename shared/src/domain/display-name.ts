const CONTROL = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u;
const LINK =
  /:\/\/|\bwww\.|[\p{L}\d-]\.(?:com|net|org|info|biz|io|co|kr|jp|cn|ru|xyz|top|site|online|app|dev|link|click|shop)(?![\p{L}\d])/iu;

/**
 * Whether a text may be shown as a person's name in mails and lists: names are typed by strangers, too, so a mail must not carry an
 * address to click on, or characters that hide what is written.
 */
export const isDisplayName = (text: string): boolean => !CONTROL.test(text) && !LINK.test(text);
