/** Deeper than anything we speak of; whatever walks such a value would run out of stack. */
const DEEPEST = 40;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Whether everything in a value that came as JSON can be stored and passed on: Postgres takes neither NUL nor half a
 * surrogate pair, and nobody takes endless nesting. One such text in a batch would fail the whole batch.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((inner) => isStorable(inner, depth + 1));
  return Object.entries(value).every(([key, inner]) => isText(key) && isStorable(inner, depth + 1));
}
