import { parseArgs } from 'node:util';
import { z } from 'zod';
import { databaseSettings, parseConfig } from '@vigil/shared/platform/config';
import { connectDatabase, type Database } from '@vigil/shared/platform/db/client';
import { enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import { createKeyRing, publicHalf, readKeyRing, rotateKeyRing, writeKeyRing } from '@vigil/shared/platform/key-ring';
import { hashToken, randomToken } from '@vigil/shared/platform/tokens';
import { ensureFirstCompany } from './features/companies/first-run.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    out: { type: 'string', default: 'keys.json' },
    company: { type: 'string', default: '1' },
    uses: { type: 'string' },
    hours: { type: 'string', default: '24' },
    rotate: { type: 'boolean', default: false },
  },
});

const print = (answer: object) => console.log(values.json ? JSON.stringify(answer) : JSON.stringify(answer, null, 2));

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = parseConfig(z.object(databaseSettings), process.env);
  await using database = connectDatabase(DATABASE_URL, 2);
  return await work(database);
}

/** What somebody who runs the service can do from its command line. */
const commands: Readonly<Record<string, () => Promise<void>>> = {
  async keys() {
    const ring = values.rotate ? rotateKeyRing(await readKeyRing(values.out)) : createKeyRing();
    await writeKeyRing(values.out, ring);
    await writeKeyRing(values.out.replace(/\.json$/, '.public.json'), publicHalf(ring));
    print({ written: values.out });
  },
  async 'first-run'() {
    const adminId = process.env['ADMIN_ID'] || 'admin@vigil.local';
    const adminPassword = process.env['ADMIN_PASSWORD'] || undefined;
    print(await withDatabase((database) => ensureFirstCompany(database, { adminId, adminPassword })));
  },
  async 'enrol-token'() {
    const token = randomToken();
    const expiresAt = new Date(Date.now() + Number(values.hours) * 3_600_000);
    await withDatabase((database) =>
      database.asSystem((tx) =>
        tx.insert(enrolTokens).values({
          companyFk: Number(values.company),
          tokenHash: hashToken(token),
          usesLeft: values.uses === undefined ? null : Number(values.uses),
          expiresAt,
        }),
      ),
    );
    print({ enrol_token: token, expires_at: expiresAt.toISOString() });
  },
};

const [name = ''] = positionals;
const command = commands[name];
try {
  if (!command) throw new Error(`unknown command "${name}"; there are: ${Object.keys(commands).join(', ')}`);
  await command();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
