import path from 'node:path';
import { publicKeyRing, workerKeyRing, writeKeyRing, type KeyRing } from '@vigil/shared/platform/key-ring';

/** Writes the keys of the API, and beside them the halves for gateways and workers. `create` replaces no keys. */
export async function writeKeyRingFiles(
  file: string,
  ring: KeyRing,
  mode: 'create' | 'replace' = 'replace',
): Promise<void> {
  const { dir, name, ext } = path.parse(file);
  const beside = (half: string) => path.join(dir, `${name}.${half}${ext}`);
  await writeKeyRing(file, ring, mode);
  await writeKeyRing(beside('public'), publicKeyRing(ring));
  await writeKeyRing(beside('workers'), workerKeyRing(ring));
}
