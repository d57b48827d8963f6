import type { HardwareEntry, SoftwareEntry } from '../contract/events/agent-up/inventory.ts';

/** Lists are sent as semicolon-separated strings (spec 2 §2); a semicolon inside a value becomes a comma. */
const SEPARATOR = ';';

export const joinList = (values: readonly (string | number | null)[]): string =>
  values.map((value) => String(value ?? '').replaceAll(SEPARATOR, ',')).join(SEPARATOR);

export const splitList = (text: string): string[] => (text === '' ? [] : text.split(SEPARATOR));

/** Software: the name followed by company, install date, version and description, for each entry. */
export const encodeSoftwareList = (entries: readonly SoftwareEntry[]): string =>
  joinList(entries.flatMap((e) => [e.name, e.company, e.install_date, e.version, e.description]));

export function decodeSoftwareList(text: string): SoftwareEntry[] {
  return inGroups(splitList(text), 5).map(
    ([name = '', company = '', install_date = '', version = '', description = '']) => ({
      name,
      company,
      install_date,
      version,
      description,
    }),
  );
}

/** Hardware is sent as two parallel lists, names and descriptions. */
export function decodeHardwareList(names: string, descriptions: string): HardwareEntry[] {
  const texts = splitList(descriptions);
  return splitList(names).map((name, index) => ({ name, description: texts[index] ?? '' }));
}

function inGroups<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size));
}
