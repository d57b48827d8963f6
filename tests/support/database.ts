import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { deriveDatabaseUrls, createMissingRoles, type DatabaseUrls } from '@vigil/infra/local/postgres/database-roles';
import { runToEnd } from '@vigil/infra/local/processes/run';
import { fromRoot, NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import postgres from 'postgres';
import { programFile } from './programs.ts';
import { sharedServices } from './services.ts';
import { within } from './within.ts';

/** A migrated database of the test's own. */
export type TestDatabase = {
  /** As role `vigil`, which owns it and is no superuser, as in production. */
  readonly url: string;
  /** The same database by role. */
  readonly urls: DatabaseUrls;
  /** The same database as a superuser, whom row-level security does not hold. */
  readonly adminUrl: string;
  readonly name: string;
  [Symbol.asyncDispose](): Promise<void>;
};

const OWNER = 'vigil';
// Any fixed number: one process at a time makes the template.
const TEMPLATE_LOCK = 7_301;
const MIGRATIONS = fromRoot('shared/src/platform/db/migrations');

let template: Promise<string> | undefined;

/** About 60 ms: a copy of the migrated template. `await using database = await createTestDatabase()` */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl } = await sharedServices();
  // Once in a process: it reads all migrations, and asks Postgres over a connection of its own.
  const from = await (template ??= ensureTemplate(adminUrl));
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(adminUrl, (sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${from} OWNER ${OWNER}`));
  return {
    url: withDatabase(ownerUrl(adminUrl), name),
    urls: urlsOf(withDatabase(ownerUrl(adminUrl), name)),
    adminUrl: withDatabase(adminUrl, name),
    name,
    async [Symbol.asyncDispose]() {
      await asAdmin(adminUrl, (sql) => sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** Brings a database to the newest schema, as `npm run migrate` does. */
export async function migrate(databaseUrl: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const migration = runToEnd(NODE_EXECUTABLE, [await programFile('migrate')], { env });
  const { code, stdout, stderr } = await within('the migration of a database ends', migration);
  if (code !== 0) throw new Error(`the migration failed\n${stdout}${stderr}`);
}

/** Makes the migrated template of the present migrations unless it exists; answers with its name. */
export async function ensureTemplate(adminUrl: string): Promise<string> {
  const name = `template_${await hashMigrations()}`;
  await asAdmin(adminUrl, async (sql) => {
    await sql`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [existing] = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (existing) return;
    await ensureOwner(sql, adminUrl);
    const draft = `${name}_draft`;
    await sql.unsafe(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await sql.unsafe(`CREATE DATABASE ${draft} OWNER ${OWNER}`);
    await migrate(withDatabase(ownerUrl(adminUrl), draft));
    // Only a finished template bears the name.
    await sql.unsafe(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  });
  return name;
}

async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256');
  const names = existsSync(MIGRATIONS) ? await readdir(MIGRATIONS, { recursive: true, withFileTypes: true }) : [];
  const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

async function ensureOwner(sql: postgres.Sql, adminUrl: string): Promise<void> {
  const { username, password } = new URL(ownerUrl(adminUrl));
  const [existing] = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${username}`;
  if (!existing) await sql.unsafe(`CREATE ROLE ${username} LOGIN NOSUPERUSER NOBYPASSRLS`);
  await sql.unsafe(`ALTER ROLE ${username} PASSWORD '${password}'`);
  const urls = urlsOf(ownerUrl(adminUrl));
  await createMissingRoles(adminUrl, urls);
  // The server made them with secrets that workers do not have.
  for (const url of [urls.api, urls.system].map((text) => new URL(text)))
    await sql.unsafe(`ALTER ROLE ${url.username} PASSWORD '${url.password}'`);
}

const urlsOf = (owner: string): DatabaseUrls => deriveDatabaseUrls(owner, new URL(owner).password);

// Every worker has to know the owner's password and only has the superuser's.
function ownerUrl(adminUrl: string): string {
  const url = new URL(adminUrl);
  url.username = OWNER;
  url.password = createHash('sha256').update(adminUrl).digest('hex').slice(0, 24);
  return url.href;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function asAdmin<T>(adminUrl: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    return await within(`the superuser's statements of ${String(work)}`, work(sql));
  } finally {
    await sql.end({ timeout: 5 });
  }
}
