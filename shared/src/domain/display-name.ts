const CONTROL = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u;
const LINK =
  /:\/\/|\bwww\.|[\p{L}\d-]\.(?:com|net|org|info|biz|io|co|kr|jp|cn|ru|xyz|top|site|online|app|dev|link|click|shop)(?![\p{L}\d])/iu;

/**
 * Whether a text may be shown as a person's name in mails and lists. Strangers type names, too, so a name must not have an
 * address to click on, or characters that hide other text.
 */
export const isDisplayName = (text: string): boolean => !CONTROL.test(text) && !LINK.test(text);
