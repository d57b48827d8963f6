/** What spreadsheets read as a formula; the wide forms are those of East Asian keyboards. */
const FORMULA = /^[=@\t\r\n＝＠]/u;
const SIGN = /^[+\-＋－]/u;
/** A signed figure, a phone number or a dash: it begins with a sign and is no formula. */
const FIGURE = /^[+-][\d\s().,-]*%?$/u;

/** A text as a spreadsheet shows it: one that would be run as a formula gets a leading apostrophe (decision 56). */
export const toSpreadsheetText = (text: string): string =>
  FORMULA.test(text) || (SIGN.test(text) && !FIGURE.test(text)) ? `'${text}` : text;

/** The text of such a cell as it was before, for imports (decision 56). */
export const fromSpreadsheetText = (text: string): string =>
  text.startsWith("'") && toSpreadsheetText(text.slice(1)) === text ? text.slice(1) : text;
