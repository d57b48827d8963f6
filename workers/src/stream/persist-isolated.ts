import { isBadData } from '@vigil/shared/platform/db/bad-data';
import type { StreamEntry } from '@vigil/shared/platform/redis/stream';
import type { PersistEntries } from './persist.ts';

const halvesOf = <T>(items: readonly T[]): [T[], T[]] => {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
};

/** The rows of an entry that has several, as two entries; null when it cannot be divided. */
function divideEntry(entry: StreamEntry): [StreamEntry, StreamEntry] | null {
  if (entry.kind === 'state' && entry.data.length > 1) {
    const [first, second] = halvesOf(entry.data);
    return [
      { ...entry, data: first },
      { ...entry, data: second },
    ];
  }
  if (entry.kind === 'usage_rollup' && entry.data.rows.length > 1) {
    const [first, second] = halvesOf(entry.data.rows);
    return [
      { ...entry, data: { ...entry.data, rows: first } },
      { ...entry, data: { ...entry.data, rows: second } },
    ];
  }
  return null;
}

function divide(entries: readonly StreamEntry[]): (readonly StreamEntry[])[] | null {
  if (entries.length > 1) return halvesOf(entries);
  const halves = entries[0] && divideEntry(entries[0]);
  return halves ? halves.map((half) => [half]) : null;
}

/**
 * Writes entries. A batch that the database refuses is divided down to the single row, so that the data of one device
 * never loses that of another; `reject` receives the rows that are refused alone.
 * @throws the failure when the database, and not the data, is at fault
 */
export async function persistDividingRefusedBatches(
  entries: readonly StreamEntry[],
  persist: PersistEntries,
  reject: (entry: StreamEntry, cause: unknown) => Promise<void>,
): Promise<void> {
  try {
    await persist(entries);
  } catch (cause) {
    if (!isBadData(cause)) throw cause;
    const parts = divide(entries);
    if (parts) for (const part of parts) await persistDividingRefusedBatches(part, persist, reject);
    else for (const entry of entries) await reject(entry, cause);
  }
}
