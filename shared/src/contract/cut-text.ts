/** A code unit that begins a pair: the pair is one character, and half of it is no text. */
const isLeadSurrogate = (unit: number): boolean => unit >= 0xd8_00 && unit <= 0xdb_ff;

/** The beginning of a text, at most so many UTF-16 code units, which never ends within a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength > 0 && isLeadSurrogate(text.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength;
  return text.slice(0, end);
}
