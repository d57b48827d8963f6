import { cutText } from '@vigil/shared/contract/cut-text';

/** What programs and firmware answer, as a text; a value that is none, such as an object, counts as nothing. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? value.map(textOf).filter(Boolean).join(', ') : '';
}

/**
 * A value as a field of a report: whatever it is, the servers take it, so that one odd value does not lose the others.
 */
export const fieldText = (value: unknown, maxLength: number): string => cutText(storableText(textOf(value)), maxLength);

/** Without what no database takes: NUL, and halves of characters. */
const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The same value with all its texts repaired. */
export function repairTexts<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(repairTexts) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [storableText(name), repairTexts(field as unknown)]),
  ) as T;
}

/** Its texts repaired and cut to the length of their fields. */
export const fitTexts = <T extends object>(fields: T, maxLength: number): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]: [string, unknown]) => [
      name,
      typeof field === 'string' ? fieldText(field, maxLength) : field,
    ]),
  ) as T;
