import { randomBytes, randomUUID } from 'node:crypto';
import { createGroup } from '@vigil/shared/contract/http/groups';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { createWallScreen, pairBrowser } from '@vigil/shared/contract/http/wall-screens';
import { DevicePk, GroupPk, DeviceGuid, UserPk, type CompanyPk, type WallScreenPk } from '@vigil/shared/contract/ids';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import { invitations } from '@vigil/shared/platform/db/schema/accounts';
import { deviceGroups, devices, groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { users } from '@vigil/shared/platform/db/schema/users';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { recordSocketTransitions } from '@vigil/shared/platform/redis/presence';
import { and, eq, sql } from 'drizzle-orm';
import { CHEAP_PASSWORDS } from '../../../tests/support/cheap-passwords.ts';
import { hashInvitationCode, randomInvitationCode } from '../features/partners/invitation-code.ts';
import { createCompany, type NewCompany } from '../identity/accounts/create-company.ts';
import { openUserSession } from '../identity/sign-in/open-session.ts';
import { offlineState, wireDevice } from '../wire/device.ts';
import { addressOf, type TestApi } from './test-api.ts';

export const PASSWORD = 'Passw0rd!';
let stored: Promise<string> | undefined;
const hashOnce = (): Promise<string> => (stored ??= hashPassword(PASSWORD, CHEAP_PASSWORDS));

export interface TestCompany {
  readonly pk: CompanyPk;
  /** Its default group, ROOT. */
  readonly home: GroupPk;
  /** The session token of its Manager, and how the Manager signs in. */
  readonly admin: string;
  readonly adminId: string;
}

export interface TestUser {
  readonly pk: UserPk;
  readonly id: string;
  readonly token: string;
}

export interface TestDevice {
  readonly pk: DevicePk;
  readonly guid: DeviceGuid;
  readonly alias: string;
}

export async function tokenOf(api: TestApi, id: string, password = PASSWORD): Promise<string> {
  const { objects } = await api.call(null, signIn, { body: { type: '1STEP', mail: id, pw: password } });
  return objects.token;
}

/** An invitation of a user, and its code. */
export async function invite(api: TestApi, { pk, companyFk }: { pk: UserPk; companyFk: CompanyPk }, forMs = 7_200_000) {
  const code = randomInvitationCode();
  const until = new Date(api.deps.now() + forMs);
  const row = { companyFk, userFk: pk, codeHash: hashInvitationCode(code), expiresAt: until };
  const [added] = await api.deps.database.asSystem((tx) =>
    tx.insert(invitations).values(row).returning({ pk: invitations.pk }),
  );
  if (!added) throw new Error('no invitation');
  return { pk: added.pk, until, code };
}

/** A session by invitation, with the rights of an administrator. */
export async function guestTokenOf(api: TestApi, { adminId }: TestCompany): Promise<string> {
  const [user] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.mgrid, adminId)));
  if (!user) throw new Error('no administrator');
  const invitation = await invite(api, user, 3_600_000);
  return (await openUserSession(api.app, user, { ip: '127.0.0.1', userAgent: '', invitation })).token;
}

export type NewLicence = Partial<NewCompany['licence']>;

export async function addCompany(api: TestApi, licence: NewLicence = {}): Promise<TestCompany> {
  const adminId = `admin-${randomBytes(4).toString('hex')}@vigil.test`;
  const full = { type: 'Corporate', devices: 1_000_000, nonAdmins: 10, days: 365, ...licence } as const;
  const adminPasswordHash = await hashOnce();
  const { pk, home } = await api.deps.database.asSystem(async (tx) => {
    const company = { name: adminId, adminId, adminPasswordHash, licence: full };
    const created = await createCompany(tx, company, Date.now());
    const [group] = await tx
      .select()
      .from(deviceGroups)
      .where(and(eq(deviceGroups.companyFk, created), eq(deviceGroups.isDefault, 1)));
    return { pk: created, home: GroupPk.parse(group?.pk) };
  });
  return { pk, home, admin: await tokenOf(api, adminId), adminId };
}

export async function addGroup(
  api: TestApi,
  company: TestCompany,
  name: string,
  parent: GroupPk | null = null,
): Promise<GroupPk> {
  const { objects } = await api.call(company.admin, createGroup, { body: { name, group_fk: parent } });
  return GroupPk.parse(objects[0]?.pk);
}

/** A member with the rights and the groups that are named, and no others. */
export async function addMember(
  api: TestApi,
  company: TestCompany,
  { groups = [], ...rights }: Partial<typeof users.$inferInsert> & { groups?: readonly GroupPk[] } = {},
): Promise<TestUser> {
  const id = `member-${randomBytes(4).toString('hex')}@vigil.test`;
  const passwordHash = await hashOnce();
  const pk = await api.deps.database.asSystem(async (tx) => {
    const [row] = await tx
      .insert(users)
      .values({ companyFk: company.pk, mgrid: id, name: id, passwordHash, ...rights })
      .returning({ pk: users.pk });
    const memberFk = UserPk.parse(row?.pk);
    const links = groups.map((groupFk) => ({ companyFk: company.pk, groupFk, memberFk }));
    if (links.length > 0) await tx.insert(groupMembers).values(links);
    return memberFk;
  });
  return { pk, id, token: await tokenOf(api, id) };
}

/** Approved devices, named `alias 1`, `alias 2`, …; `more` overrides any column. */
export async function addDevices(
  api: TestApi,
  place: { company: TestCompany; group?: GroupPk; alias?: string },
  count: number,
  more: Partial<typeof devices.$inferInsert> = {},
): Promise<TestDevice[]> {
  const { company, group = company.home, alias = 'device' } = place;
  return commitChange(api.deps, company.pk, async (tx) => {
    const rows = await tx
      .insert(devices)
      .values(
        Array.from({ length: count }, (_, i) => ({
          companyFk: company.pk,
          guid: DeviceGuid.parse(randomUUID()),
          publicKey: randomBytes(32).toString('base64'),
          alias: `${alias} ${i + 1}`,
          approval: 1 as const,
          groupFk: group,
          ...more,
        })),
      )
      .returning();
    const changes = rows.map((device) => ({
      t: 'device_added' as const,
      device: wireDevice({ device, groupName: '', configName: null, favouritePk: null }, offlineState),
    }));
    publishFleetOnCommit(tx, changes);
    return rows.map(({ pk, guid, alias: name }) => ({ pk, guid, alias: name }));
  });
}

/** Very many devices, made by the database itself. */
export async function addFleet(
  api: TestApi,
  { company, group }: { company: TestCompany; group: GroupPk },
  count: number,
): Promise<DevicePk[]> {
  const rows = await api.deps.database.asSystem((tx) =>
    tx.execute<{ pk: number }>(sql`
      insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk)
      select ${company.pk}, gen_random_uuid(), left(gen_random_uuid()::text || gen_random_uuid()::text, 44),
        'fleet ' || n, 1, ${group}
      from generate_series(1, ${count}) as n returning pk`),
  );
  return rows.map((row) => DevicePk.parse(row.pk));
}

/** Brings devices online, as a gateway does. */
export async function connectDevices(api: TestApi, company: TestCompany, pks: readonly DevicePk[]): Promise<void> {
  const transitions = pks.map((device) => ({ device, online: true, connection: randomUUID(), at: Date.now() }));
  await recordSocketTransitions(api.deps.redis, { company: company.pk, gateway: 'gateway-of-tests' }, transitions);
}

interface TestScreen {
  readonly pk: WallScreenPk;
  /** The header with which it calls. */
  readonly headers: { readonly cookie: string };
}

/** Types the code of a screen. @returns the answer and the cookie that it sets, as the browser sends it back */
export async function typeCode(api: TestApi, code: string, headers: Readonly<Record<string, string>> = {}) {
  const reply = await api.app.inject({
    method: 'POST',
    url: addressOf(pairBrowser),
    headers,
    payload: { code },
  });
  const setCookie = String(reply.headers['set-cookie'] ?? '');
  const json = reply.json<{ error?: { code: string }; objects?: { name: string } }>();
  return { json, setCookie, headers: { cookie: setCookie.split(';')[0] ?? '' } };
}

/** A wall screen that is paired, of all groups or of some. */
export async function addWallScreen(
  api: TestApi,
  { admin }: Pick<TestCompany, 'admin'>,
  { name = `Screen ${randomBytes(4).toString('hex')}`, groups }: { name?: string; groups?: readonly GroupPk[] } = {},
): Promise<TestScreen> {
  const body = { name, group_pks: groups ? [...groups] : null };
  const { pk, code } = (await api.call(admin, createWallScreen, { body })).objects;
  return { pk, headers: (await typeCode(api, code)).headers };
}

/** An agent that the servers do not know, as after a restored backup. */
export const addUnknownAgent = (api: TestApi, company: TestCompany, name: string): Promise<unknown> =>
  api.deps.database.asSystem((tx) =>
    tx.execute(sql`insert into unknown_agents (company_fk, guid, public_key, name, s_pub_ip, agent_version, first_seen, last_seen)
      values (${company.pk}, gen_random_uuid(), 'key', ${name}, '', '1', now(), now())`),
  );
