import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { updateManager } from '@vigil/shared/contract/http/manager-changes';
import { readProfile, signIn } from '@vigil/shared/contract/http/session';
import type { SessionId, UserPk } from '@vigil/shared/contract/ids';
import { users } from '@vigil/shared/platform/db/schema/users';
import { readSession } from '@vigil/shared/platform/sessions';
import { SessionClaims } from '@vigil/shared/platform/tokens';
import { keys } from '@vigil/shared/platform/redis/keys';
import { eventually } from '../../../tests/support/eventually.ts';
import { runsOf } from '../../../tests/support/scope.ts';
import type { Deps } from '../deps.ts';
import { apiTest } from '../testing/fixture.ts';
import type { TestApi } from '../testing/test-api.ts';
import { addMember, PASSWORD, type TestCompany, type TestUser } from '../testing/world.ts';
import { createSessionStore } from './session-store.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const FROM = { ip: '127.0.0.1', userAgent: 'test' };

type StoreDeps = Pick<Deps, 'database' | 'redis' | 'log' | 'networkPolicies' | 'now'>;

async function openedBy(deps: StoreDeps, more: Parameters<typeof addMember>[2] = {}) {
  const member = await addMember(api, company, more);
  const [user] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.mgrid, member.id)));
  if (!user) throw new Error('no user');
  return { user, open: () => createSessionStore(deps).open(user, FROM) };
}

/** The stores, with something done right after the first read of the given store, or a later one. */
function afterRead(kind: 'database' | 'redis', work: () => Promise<unknown>, nth = 1): StoreDeps {
  const { database, redis, log, networkPolicies, now } = api.deps;
  let reads = 0;
  const doOnce = async <T>(read: Promise<T>): Promise<T> => {
    const value = await read;
    reads += 1;
    if (reads === nth) await work();
    return value;
  };
  if (kind === 'database')
    return {
      redis,
      log,
      networkPolicies,
      now,
      database: {
        ...database,
        read: (scope, run) => doOnce(database.read(scope, run)),
        inCompany: (scope, run) => doOnce(database.inCompany(scope, run)),
      },
    };
  const commands = new Proxy(redis.commands, {
    get: (target, name) =>
      name === 'get' ? (key: string) => doOnce(target.get(key)) : (Reflect.get(target, name, target) as unknown),
  });
  return { database, log, networkPolicies, now, redis: { ...redis, commands } };
}

const LATER_MS = 30 * 60_000;

test('a session that is ended while its life is extended does not come back', async () => {
  const { user, open } = await openedBy(api.deps);
  const session = await open();
  const claims = { jti: session.id, user: user.pk, company: company.pk, kind: 'session' as const };
  const end = () => createSessionStore(api.deps).endAll({ user: user.pk, company: company.pk }, 'logout');
  const stores = { ...afterRead('redis', end), now: () => api.deps.now() + LATER_MS };
  await expect(createSessionStore(stores).use(claims, FROM.ip)).rejects.toThrow('session_invalid');
  expect(await readSession(api.deps.redis, session.id)).toBeNull();
});

test('a session that is ended while it is restored from Postgres does not come back', async () => {
  const { user, open } = await openedBy(api.deps);
  const session = await open();
  await api.deps.redis.commands.del(keys.session(session.id));
  const claims = { jti: session.id, user: user.pk, company: company.pk, kind: 'session' as const };
  const end = () => createSessionStore(api.deps).endAll({ user: user.pk, company: company.pk }, 'logout');
  await expect(createSessionStore(afterRead('database', end)).use(claims, FROM.ip)).rejects.toThrow('session_invalid');
  expect(await readSession(api.deps.redis, session.id)).toBeNull();
});

test('a session that is ended while it is opened does not come back', async () => {
  const { user } = await openedBy(api.deps);
  const end = () => createSessionStore(api.deps).endAll({ user: user.pk, company: company.pk }, 'password_changed');
  const opening = createSessionStore(afterRead('database', end)).open(user, FROM);
  await expect(opening).rejects.toThrow('session_invalid');
});

test('a user who is gone, inactive or has new credentials since the password was checked gets no session', async () => {
  const { asSystem } = api.deps.database;
  const changes: ((pk: UserPk) => Promise<unknown>)[] = [
    (pk) => asSystem((tx) => tx.delete(users).where(eq(users.pk, pk))),
    (pk) => asSystem((tx) => tx.update(users).set({ active: false }).where(eq(users.pk, pk))),
    (pk) => asSystem((tx) => tx.update(users).set({ credentialVersion: 1 }).where(eq(users.pk, pk))),
  ];
  for (const change of changes) {
    const { user, open } = await openedBy(api.deps);
    await change(user.pk);
    await expect(open()).rejects.toThrow('session_invalid');
  }
});

test('a session that is opened beside a change of the credentials waits for it', async () => {
  const { user, open } = await openedBy(api.deps);
  const isWaiting = () =>
    api.deps.database.asSystem(async (tx) => {
      const rows = await tx.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
  const opening = await api.deps.database.asSystem(async (tx) => {
    await tx.update(users).set({ credentialVersion: 1 }).where(eq(users.pk, user.pk));
    const outcome = open().then(
      () => 'opened',
      (error: Error) => error.message,
    );
    await Promise.race([outcome, eventually(isWaiting)]);
    return { outcome };
  });
  expect(await opening.outcome).toBe('session_invalid');
});

test('a session that is opened has the rights of now, not those at the check of the password', async () => {
  const { user, open } = await openedBy(api.deps, { authRestart: 1 });
  await api.deps.database.asSystem((tx) => tx.update(users).set({ authRestart: 0 }).where(eq(users.pk, user.pk)));
  expect((await open()).flags.CSRestart).toBe(false);
});

test('a user who is deactivated beside a sign-in has no session once that is answered', async () => {
  const statusAfter = async (ms: number) => {
    const member = await addMember(api, company);
    const entering = api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: PASSWORD } });
    await delay(ms);
    const { status } = await api.call(company.admin, updateManager, {
      params: { pk: String(member.pk) },
      body: { flag_active: 0 },
    });
    expect(status).toBe(200);
    const { objects } = await entering;
    return objects?.token ? (await api.call(objects.token, readProfile)).status : 401;
  };
  for (let ms = 0; ms < 24; ms += 3) expect(await statusAfter(ms)).toBe(401);
});

/** A user with the right to restart who has a session, and the change that takes the right away. */
async function openedWithRight() {
  const { user, open } = await openedBy(api.deps, { authRestart: 1 });
  const session = await open();
  expect(session.flags.CSRestart).toBe(true);
  const of = { company: company.pk, user: user.pk };
  return {
    session,
    of,
    claims: { jti: session.id, user: user.pk, company: company.pk, kind: 'session' as const },
    revoke: async () => {
      await api.deps.database.asSystem((tx) => tx.update(users).set({ authRestart: 0 }).where(eq(users.pk, user.pk)));
      await createSessionStore(api.deps).refresh(of);
    },
  };
}
const flagsOf = async (id: SessionId) => (await readSession(api.deps.redis, id))?.flags;

test('a right that is revoked while the life of a session is extended stays revoked', async () => {
  const { session, claims, revoke } = await openedWithRight();
  const stores = { ...afterRead('redis', revoke), now: () => api.deps.now() + LATER_MS };
  const used = await createSessionStore(stores).use(claims, FROM.ip);
  expect(used.flags.CSRestart).toBe(false);
  expect(used.expiresAt).toBeGreaterThan(session.expiresAt);
  expect((await flagsOf(session.id))?.CSRestart).toBe(false);
});

test('a right that is revoked while a session is opened or restored stays revoked', async () => {
  const { session, claims, revoke } = await openedWithRight();
  await api.deps.redis.commands.del(keys.session(session.id));
  await createSessionStore(afterRead('database', revoke)).use(claims, FROM.ip);
  expect((await flagsOf(session.id))?.CSRestart).toBe(false);
  const { user } = await openedBy(api.deps, { authRestart: 1 });
  const change = async () => {
    await api.deps.database.asSystem((tx) => tx.update(users).set({ authRestart: 0 }).where(eq(users.pk, user.pk)));
    await createSessionStore(api.deps).refresh({ company: company.pk, user: user.pk });
  };
  const opened = await createSessionStore(afterRead('database', change)).open(user, FROM);
  expect((await flagsOf(opened.id))?.CSRestart).toBe(false);
});

test('a right that is revoked while another change updates the sessions stays revoked', async () => {
  for (const nth of [1, 2]) {
    const { session, of, revoke } = await openedWithRight();
    await createSessionStore(afterRead('database', revoke, nth)).refresh(of);
    expect((await flagsOf(session.id))?.CSRestart, `after read ${nth}`).toBe(false);
  }
});

test('sessions have the last rights when changes of many users and of the company are simultaneous', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => addMember(api, company)));
  const mayRestart = async ({ token }: TestUser) => {
    const claims = SessionClaims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
    return (await flagsOf(claims.jti))?.CSRestart;
  };
  const put = (member: TestUser, auth_restart: 0 | 1) =>
    api.call(company.admin, updateManager, { params: { pk: String(member.pk) }, body: { auth_restart } });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), async (rights) => {
      const answers = members.map(async (member, i) => {
        expect((await put(member, rights[i] ? 1 : 0)).status).toBe(200);
        return mayRestart(member);
      });
      const others = [1, 2, 3].map(() => createSessionStore(api.deps).refresh({ company: company.pk }));
      expect(await Promise.all(answers)).toEqual(rights);
      await Promise.all(others);
      expect(await Promise.all(members.map(mayRestart))).toEqual(rights);
    }),
    { numRuns: runsOf({ usual: 4, all: 10 }) },
  );
});

test('a session that was lost with Redis goes on', async () => {
  const member = await addMember(api, company);
  await api.redis.clear();
  expect((await api.call(member.token, readProfile)).status).toBe(200);
});
