import { and, count, eq, gt, sql } from 'drizzle-orm';
import { CompanyPk } from '../contract/ids.ts';
import { publish, type Subscribe } from './bus/bus.ts';
import { busChannels } from './bus/channels.ts';
import type { ReadTx } from './db/client.ts';
import { licences } from './db/schema/companies.ts';
import { devices } from './db/schema/devices.ts';
import { whereCounted } from './licences.ts';
import { every } from './lifecycle.ts';
import type { Log } from './log.ts';
import { redisKeys } from './redis/keys.ts';
import type { Redis } from './redis/redis.ts';

// The licence gate: a company is blocked while it has more devices than its licences admit (decision 70). The rows
// decide; Redis keeps the result, so that the API and gateways know it without asking Postgres at each call.

/** The devices of a company, and how many its licences in force admit. */
export interface LicenceUse {
  readonly devices: number;
  readonly volume: number;
}

export const isOverLicence = ({ devices: used, volume }: LicenceUse): boolean => used > volume;

export async function readLicenceUse(tx: ReadTx, company: CompanyPk, at: Date): Promise<LicenceUse> {
  const [[used], [licensed]] = await Promise.all([
    tx.select({ count: count() }).from(devices).where(eq(devices.companyFk, company)),
    tx
      .select({ volume: sql<number>`coalesce(sum(${licences.deviceVolume}), 0)::int` })
      .from(licences)
      .where(and(eq(licences.companyFk, company), whereCounted(at))),
  ]);
  return { devices: used?.count ?? 0, volume: licensed?.volume ?? 0 };
}

/** The companies that have to be blocked. */
export async function findOverLicence(tx: ReadTx, at: Date): Promise<CompanyPk[]> {
  const used = tx
    .select({ company: devices.companyFk, count: count().as('count') })
    .from(devices)
    .groupBy(devices.companyFk)
    .as('used');
  const licensed = tx
    .select({ company: licences.companyFk, volume: sql<number>`sum(${licences.deviceVolume})`.as('volume') })
    .from(licences)
    .where(whereCounted(at))
    .groupBy(licences.companyFk)
    .as('licensed');
  const rows = await tx
    .select({ company: used.company })
    .from(used)
    .leftJoin(licensed, eq(licensed.company, used.company))
    .where(gt(used.count, sql`coalesce(${licensed.volume}, 0)`));
  return rows.map(({ company }) => company);
}

export async function readBlockedCompanies(redis: Redis): Promise<Set<CompanyPk>> {
  const members = await redis.commands.sMembers(redisKeys.licenceGates);
  return new Set(members.map((member) => CompanyPk.parse(Number(member))));
}

export const isBlockedByLicence = async ({ commands }: Redis, company: CompanyPk): Promise<boolean> =>
  (await commands.sIsMember(redisKeys.licenceGates, String(company))) === 1;

/** Blocks a company, or ends that, and announces it; nothing is announced when it is in this state already. */
export async function setLicenceBlock(redis: Redis, company: CompanyPk, isBlocked: boolean): Promise<void> {
  const member = String(company);
  const { commands } = redis;
  const changed = isBlocked
    ? await commands.sAdd(redisKeys.licenceGates, member)
    : await commands.sRem(redisKeys.licenceGates, member);
  if (changed > 0) await publish(redis, busChannels.licenceGates, { t: 'licence_gate', company, open: isBlocked });
}

export interface LicenceGates extends AsyncDisposable {
  isBlocked(company: CompanyPk): boolean;
}

/** An announcement may be lost. */
const READ_INTERVAL_MS = 2_000;

/** Follows in memory which companies are blocked. `onChange` is called for each whose state changes after the start. */
export async function followLicenceGates(
  { redis, subscribe, log }: { redis: Redis; subscribe: Subscribe; log: Log },
  onChange: (company: CompanyPk, isBlocked: boolean) => void = () => undefined,
): Promise<LicenceGates> {
  let blocked = new Set<CompanyPk>();
  const apply = (company: CompanyPk, isBlocked: boolean) => {
    if (blocked.has(company) === isBlocked) return;
    if (isBlocked) blocked.add(company);
    else blocked.delete(company);
    onChange(company, isBlocked);
  };
  const read = async () => {
    const current = await readBlockedCompanies(redis);
    for (const company of current) apply(company, true);
    for (const company of blocked) if (!current.has(company)) apply(company, false);
  };
  await using stack = new AsyncDisposableStack();
  const unsubscribe = await subscribe(busChannels.licenceGates, (message) => apply(message.company, message.open));
  stack.defer(() => unsubscribe().catch(() => undefined));
  blocked = await readBlockedCompanies(redis);
  stack.use(every(READ_INTERVAL_MS, log, read));
  const disposables = stack.move();
  return {
    isBlocked: (company) => blocked.has(company),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}
