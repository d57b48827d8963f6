import { startPostgres } from './postgres.ts';

/** The Postgres that all tests of a run share; each test file has a database of its own in it. */
export type SharedServices = { adminUrl: string; [Symbol.asyncDispose](): Promise<void> };

const VARIABLE = 'TEST_DATABASE_URL';
let own: Promise<SharedServices> | undefined;

/** What the runner gave by TEST_DATABASE_URL (a superuser's), else one that ends with this process. */
export function sharedServices(): Promise<SharedServices> {
  own ??= given() ?? startOwn();
  return own;
}

function given(): Promise<SharedServices> | undefined {
  const adminUrl = process.env[VARIABLE];
  return adminUrl ? Promise.resolve({ adminUrl, [Symbol.asyncDispose]: () => Promise.resolve() }) : undefined;
}

async function startOwn(): Promise<SharedServices> {
  const postgres = await startPostgres();
  // Workers are started later, and inherit it.
  process.env[VARIABLE] = postgres.adminUrl;
  // A program that does not dispose it (a benchmark) can still end when its own work is done.
  postgres.unref();
  const dispose = (): Promise<void> => postgres[Symbol.asyncDispose]();
  process.once('beforeExit', () => {
    const awake = setInterval(() => {}, 1_000);
    void dispose().finally(() => clearInterval(awake));
  });
  return { adminUrl: postgres.adminUrl, [Symbol.asyncDispose]: dispose };
}
