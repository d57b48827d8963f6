import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { freePort, isPortFree } from './ports.ts';

const Kept = z.object({
  redis: z.object({ port: z.number(), password: z.string() }),
  postgres: z.object({ port: z.number(), admin: z.string(), owner: z.string() }),
  /** Where this machine's agents reach the front without TLS. */
  front: z.object({ port: z.number() }),
});

export type KeptSecrets = z.output<typeof Kept>;

const FILE = 'services.json';

const secret = (): string => randomBytes(24).toString('hex');

/** Passwords and ports of our own services: made once, and kept with the data that they belong to. */
export async function loadSecrets(dataDir: string): Promise<KeptSecrets> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch(() => undefined);
  const kept: KeptSecrets = text
    ? Kept.parse(JSON.parse(text))
    : {
        redis: { port: await freePort(), password: secret() },
        front: { port: await freePort() },
        postgres: { port: await freePort(), admin: secret(), owner: secret() },
      };
  // The same ports every time, unless another program has taken one meanwhile.
  for (const service of [kept.redis, kept.postgres, kept.front]) {
    if (!(await isPortFree(service.port))) service.port = await freePort();
  }
  await saveSecrets(dataDir, kept);
  return kept;
}

async function saveSecrets(dataDir: string, kept: KeptSecrets): Promise<void> {
  const file = path.join(dataDir, FILE);
  // Through a second file, since half a file would lock us out of the database.
  await writeFile(`${file}.new`, `${JSON.stringify(kept, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
