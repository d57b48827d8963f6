import { readFile } from 'node:fs/promises';

import type { Operator } from './operator.ts';

/**
 * The keys of this installation: made once, and completed when a newer version needs kinds that an older one did not
 * know. Existing keys stay, so that no session ends.
 * @returns what was done, in a word
 */
export async function ensureKeys(file: string, operator: Operator): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    await operator.makeKeys(file);
    return 'made';
  }
  const { secret } = JSON.parse(text) as { secret?: readonly unknown[] };
  if (secret !== undefined && secret.length > 0) return 'known';
  await operator.completeKeys(file);
  return 'completed';
}
