import { readFile } from 'node:fs/promises';
import type { OperatorCli } from './operator.ts';

/**
 * The keys of this installation: made once, and completed when a newer version needs kinds that an older one did not
 * know. Existing keys stay, so that no session ends.
 * @returns what was done, in a word
 */
export async function ensureKeyFile(file: string, operator: OperatorCli): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) {
    await operator.makeKeys(file);
    return 'made';
  }
  const ring = JSON.parse(text) as Partial<Record<string, readonly unknown[]>>;
  if (['secret', 'command', 'frame', 'channel'].every((kind) => (ring[kind] ?? []).length > 0)) return 'known';
  await operator.completeKeys(file);
  return 'completed';
}
