/** What spreadsheets read as a formula; the wide forms are those of East Asian keyboards. */
const FORMULA = /^[=@\t\r\n＝＠]/u;
const SIGN = /^[+\-＋－]/u;
/** A signed number, a phone number or a dash: it begins with a sign and is no formula. */
const SIGNED_NUMBER = /^[+-][\d\s().,-]*%?$/u;

const isFormula = (text: string): boolean => FORMULA.test(text) || (SIGN.test(text) && !SIGNED_NUMBER.test(text));

/**
 * A text as a spreadsheet shows it: one that would be run as a formula gets a leading apostrophe (decision 56). So does
 * one that looks as if it had got one already, which would be taken off when it is read.
 */
export const toSpreadsheetText = (text: string): string => (isFormula(text.replace(/^'+/u, '')) ? `'${text}` : text);

/** The text of such a cell as it was before, for imports (decision 56). */
export const fromSpreadsheetText = (text: string): string =>
  text.startsWith("'") && toSpreadsheetText(text.slice(1)) === text ? text.slice(1) : text;
