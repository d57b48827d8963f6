/** What spreadsheets read as a formula; the wide forms are those of East Asian keyboards. */
const FORMULA = /^[=@\t\r\n＝＠]/u;
const SIGN = /^[+\-＋－]/u;
/** A signed number, a phone number or a dash: it begins with a sign and is no formula. */
const SIGNED_NUMBER = /^[+-][\d\s().,-]*%?$/u;

const isFormula = (text: string): boolean => FORMULA.test(text) || (SIGN.test(text) && !SIGNED_NUMBER.test(text));

/**
 * What the format of workbooks reads as one UTF-16 unit: `_x0041_` is `A`. An underline of such a text is written the
 * same way.
 */
const ESCAPE = /_(?=x[\da-f]{4}_)/giu;
/** XML has no control characters but tab and line ends, no halves of surrogate pairs, and neither U+FFFE nor U+FFFF. */
const NOT_IN_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;

/**
 * A text that no spreadsheet runs: what would be a formula gets a leading apostrophe (decision 56). So does one that
 * looks as if it had got one already, which would be taken off when it is read.
 */
export const escapeFormula = (text: string): string => (isFormula(text.replace(/^'+/u, '')) ? `'${text}` : text);

/** A text as it is written into a workbook so that it is read back as it is. CSV has no such escapes. */
export const toWorkbookText = (text: string): string =>
  escapeFormula(text.replaceAll(NOT_IN_XML, '')).replaceAll(ESCAPE, '_x005F_');

/**
 * The text of such a cell as it was before, for imports (decision 56); readers of workbooks have resolved its escapes.
 */
export const fromSpreadsheetText = (text: string): string =>
  text.startsWith("'") && isFormula(text.replace(/^'+/u, '')) ? text.slice(1) : text;
