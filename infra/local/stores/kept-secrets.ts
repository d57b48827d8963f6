import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { pickFreePort, isPortFree } from '../processes/ports.ts';

const Kept = z.object({
  redis: z.object({ port: z.number(), password: z.string() }),
  postgres: z.object({ port: z.number(), admin: z.string(), owner: z.string() }),
  /** From which the passwords of the roles that we make in a Postgres of somebody else follow. */
  roles: z.object({ secret: z.string() }),
  /** Where the agents of this machine reach the reverse proxy without TLS. */
  reverseProxy: z.object({ port: z.number() }),
  /** The operators' address of the API, and what opens the development mailbox there. */
  operators: z.object({ port: z.number(), mailboxKey: z.string() }),
});

// Data folders of earlier versions lack these.
const Stored = Kept.partial({ roles: true, reverseProxy: true, operators: true });

export type KeptSecrets = z.output<typeof Kept>;

const FILE = 'services.json';

const secret = (): string => randomBytes(24).toString('hex');

/** Passwords and ports of our own services: made once, and kept with the data that they belong to. */
export async function loadKeptSecrets(dataDir: string): Promise<KeptSecrets> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch(() => undefined);
  const kept: KeptSecrets = text
    ? await complete(Stored.parse(JSON.parse(text)))
    : {
        redis: { port: await pickFreePort(), password: secret() },
        roles: { secret: secret() },
        reverseProxy: { port: await pickFreePort() },
        operators: { port: await pickFreePort(), mailboxKey: secret() },
        postgres: { port: await pickFreePort(), admin: secret(), owner: secret() },
      };
  // The same ports every time, unless another program has taken one meanwhile.
  for (const service of [kept.redis, kept.postgres, kept.reverseProxy, kept.operators]) {
    if (!(await isPortFree(service.port))) service.port = await pickFreePort();
  }
  await saveSecrets(dataDir, kept);
  return kept;
}

const complete = async (stored: z.output<typeof Stored>): Promise<KeptSecrets> => ({
  ...stored,
  roles: stored.roles ?? { secret: secret() },
  reverseProxy: stored.reverseProxy ?? { port: await pickFreePort() },
  operators: stored.operators ?? { port: await pickFreePort(), mailboxKey: secret() },
});

async function saveSecrets(dataDir: string, kept: KeptSecrets): Promise<void> {
  const file = path.join(dataDir, FILE);
  // Through a second file, since half a file would lock us out of the database.
  await writeFile(`${file}.new`, `${JSON.stringify(kept, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
