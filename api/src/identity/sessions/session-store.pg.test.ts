import { setTimeout as delay } from 'node:timers/promises';
import type { SessionEndReason } from '@vigil/shared/contract/events/browser-down/session';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import type { UserPk } from '@vigil/shared/contract/ids';
import { publishRightsOnCommit, commitChange, type ChangeStores } from '@vigil/shared/platform/changes/commit-change';
import { invitations } from '@vigil/shared/platform/db/schema/accounts';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { findCachedRights, invalidateRights, cacheRights } from '@vigil/shared/platform/rights';
import { readCachedSession } from '@vigil/shared/platform/sessions';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { markSessionsEnded } from '@vigil/shared/platform/users/session-queries';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { runsOf } from '../../../../tests/support/scope.ts';
import type { Deps } from '../../deps.ts';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addMember, invite, PASSWORD, type TestCompany } from '../../testing/world.ts';
import { createAccessPolicies } from './access-policies.ts';
import { createSessionStore } from './session-store.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const FROM = { ip: '127.0.0.1', userAgent: 'test' };

type StoreDeps = Pick<Deps, 'database' | 'redis' | 'log' | 'accessPolicies' | 'now'>;

async function openedBy(deps: StoreDeps, more: Parameters<typeof addMember>[2] = {}) {
  const member = await addMember(api, company, more);
  const [user] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.mgrid, member.id)));
  if (!user) throw new Error('no user');
  return { user, open: () => createSessionStore(deps).open(user, FROM) };
}

/** The stores, with something done right after the first read of the given store, or a later one. */
function afterRead(kind: 'database' | 'redis', work: () => Promise<unknown>, nth = 1): StoreDeps {
  const { database, redis, log, accessPolicies, now } = api.deps;
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
      accessPolicies,
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
  return { database, log, accessPolicies, now, redis: { ...redis, commands } };
}

const endAll = (user: UserPk, reason: SessionEndReason) =>
  commitChange(api.deps, company.pk, (tx) =>
    endSessions(tx, eq(sessions.userFk, user), { reason, at: new Date(api.deps.now()) }),
  );

const LATER_MS = 30 * 60_000;

test('a session that is ended while its life is extended does not come back', async () => {
  const { user, open } = await openedBy(api.deps);
  const session = await open();
  const claims = { jti: session.id, user: user.pk, company: company.pk, kind: 'session' as const };
  const end = () => endAll(user.pk, 'logout');
  const stores = { ...afterRead('redis', end), now: () => api.deps.now() + LATER_MS };
  await expect(createSessionStore(stores).use(claims, FROM.ip)).rejects.toThrow('session_invalid');
  expect(await readCachedSession(api.deps.redis, session.id)).toBeNull();
});

const isWaitingForLock = () =>
  api.deps.database.asSystem(async (tx) => {
    const rows = await tx.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  });

test('an invitation that is revoked while it is redeemed opens no session', async () => {
  const { user } = await openedBy(api.deps);
  const invitation = await invite(api, user);
  const opening = await api.deps.database.asSystem(async (tx) => {
    await tx.update(invitations).set({ revokedAt: new Date() }).where(eq(invitations.pk, invitation.pk));
    // Caught at once: it may fail as soon as this transaction is committed, before anybody waits for it.
    const refusal = createSessionStore(api.deps)
      .open(user, { ...FROM, invitation })
      .then(
        () => null,
        (cause: unknown) => cause,
      );
    await eventually(isWaitingForLock);
    return { refusal };
  });
  expect(await opening.refusal).toMatchObject({ code: 'invitation_invalid' });
});

test('a session that is ended while it is restored from Postgres does not come back', async () => {
  const { user, open } = await openedBy(api.deps);
  const session = await open();
  await api.deps.redis.commands.del(redisKeys.session(session.id));
  const claims = { jti: session.id, user: user.pk, company: company.pk, kind: 'session' as const };
  let ending: Promise<unknown> | undefined;
  // Right before the record is written, when its row has been read.
  const commands = new Proxy(api.deps.redis.commands, {
    get: (target, name) =>
      name === 'set'
        ? async (...args: Parameters<typeof target.set>) => {
            ending ??= endAll(user.pk, 'logout');
            await eventually(isWaitingForLock);
            return target.set(...args);
          }
        : (Reflect.get(target, name, target) as unknown),
  });
  await createSessionStore({ ...api.deps, redis: { ...api.deps.redis, commands } }).use(claims, FROM.ip);
  await ending;
  expect(await readCachedSession(api.deps.redis, session.id)).toBeNull();
  await expect(createSessionStore(api.deps).use(claims, FROM.ip)).rejects.toThrow('session_invalid');
});

test('a session that is ended while it is opened does not come back', async () => {
  const { user } = await openedBy(api.deps);
  const end = () => endAll(user.pk, 'password_changed');
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
  const opening = await api.deps.database.asSystem(async (tx) => {
    await tx.update(users).set({ credentialVersion: 1 }).where(eq(users.pk, user.pk));
    const outcome = open().then(
      () => 'opened',
      (error: Error) => error.message,
    );
    await Promise.race([outcome, eventually(isWaitingForLock)]);
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
    const { status } = await api.call(company.admin, updateUser, {
      params: { pk: String(member.pk) },
      body: { flag_active: 0 },
    });
    expect(status).toBe(200);
    const { objects } = await entering;
    return objects?.token ? (await api.call(objects.token, readProfile)).status : 401;
  };
  for (let ms = 0; ms < 24; ms += 3) expect(await statusAfter(ms)).toBe(401);
});

/** Takes the right to restart from a user. */
const revokeFrom = (pk: UserPk, stores: ChangeStores = api.deps) =>
  commitChange(stores, company.pk, async (tx) => {
    await tx.update(users).set({ authRestart: 0 }).where(eq(users.pk, pk));
    publishRightsOnCommit(tx, pk);
  });

/** A user with the right to restart who has a session, and the change that takes the right away. */
async function openedWithRight() {
  const { user, open } = await openedBy(api.deps, { authRestart: 1 });
  const session = await open();
  expect(session.flags.CSRestart).toBe(true);
  const claims = { jti: session.id, user: user.pk, company: company.pk, kind: 'session' as const };
  const use = async () => (await createSessionStore(api.deps).use(claims, FROM.ip)).flags.CSRestart;
  return { user, session, claims, use, revoke: () => revokeFrom(user.pk) };
}
const mayRestart = async (user: UserPk) => (await findCachedRights(api.deps.redis, user))?.rights.flags.CSRestart;
const later = () => api.deps.now() + LATER_MS;

test('a right that is revoked while the life of a session is extended stays revoked', async () => {
  const { user, session, claims, revoke } = await openedWithRight();
  const used = await createSessionStore({ ...afterRead('redis', revoke), now: later }).use(claims, FROM.ip);
  expect(used.flags.CSRestart).toBe(false);
  expect(used.expiresAt).toBeGreaterThan(session.expiresAt);
  expect(await mayRestart(user.pk)).toBe(false);
});

test('a right that is revoked while a session is opened or restored stays revoked', async () => {
  const { user, session, claims, revoke } = await openedWithRight();
  await api.deps.redis.commands.del(redisKeys.session(session.id));
  await createSessionStore(afterRead('database', revoke)).use(claims, FROM.ip);
  expect(await mayRestart(user.pk)).toBe(false);
  for (const nth of [1, 2, 3]) {
    const { user: other } = await openedBy(api.deps, { authRestart: 1 });
    await createSessionStore(afterRead('database', () => revokeFrom(other.pk), nth)).open(other, FROM);
    expect(await mayRestart(other.pk), `after transaction ${nth}`).toBe(false);
  }
});

test('a right stays revoked if the process ends right after the commit, and a request meanwhile waits for it', async () => {
  const { user, use } = await openedWithRight();
  // What a change does up to its commit, and no more.
  const { meanwhile } = await api.deps.database.inCompany(company.pk, async (tx) => {
    await tx.update(users).set({ authRestart: 0 }).where(eq(users.pk, user.pk));
    await invalidateRights(tx, api.deps.redis, [user.pk]);
    const using = use();
    await Promise.race([using, eventually(isWaitingForLock)]);
    return { meanwhile: using };
  });
  expect([await meanwhile, await use()]).toEqual([false, false]);
});

test('a right stays revoked if Redis cannot be written to after the commit', async () => {
  const { user, use } = await openedWithRight();
  const commands = new Proxy(api.deps.redis.commands, {
    get: (target, name) =>
      name === 'set' ? () => Promise.reject(new Error('gone')) : (Reflect.get(target, name, target) as unknown),
  });
  await revokeFrom(user.pk, { ...api.deps, redis: { ...api.deps.redis, commands } });
  expect(await findCachedRights(api.deps.redis, user.pk)).toBeNull();
  expect(await use()).toBe(false);
});

test('a change that is not committed leaves the rights as they were', async () => {
  const { user, use } = await openedWithRight();
  const failing = commitChange(api.deps, company.pk, async (tx) => {
    await tx.update(users).set({ authRestart: 0 }).where(eq(users.pk, user.pk));
    await invalidateRights(tx, api.deps.redis, [user.pk]);
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await use()).toBe(true);
});

test('rights from before, in a Redis that took over, are replaced when the session is extended', async () => {
  const { user, claims, revoke } = await openedWithRight();
  const before = await findCachedRights(api.deps.redis, user.pk);
  await revoke();
  if (before) await cacheRights(api.deps.redis, before);
  const used = await createSessionStore({ ...api.deps, now: later }).use(claims, FROM.ip);
  expect(used.flags.CSRestart).toBe(false);
  expect(await mayRestart(user.pk)).toBe(false);
});

test('a session that a process has ended in Postgres alone ends when it is extended', async () => {
  const { session, claims } = await openedWithRight();
  await api.deps.database.inCompany(company.pk, (tx) =>
    markSessionsEnded(tx, eq(sessions.id, session.id), { reason: 'password_changed', at: new Date() }),
  );
  const used = createSessionStore({ ...api.deps, now: later }).use(claims, FROM.ip);
  await expect(used).rejects.toMatchObject({ code: 'session_invalid', detail: { detail: 'password_changed' } });
  expect(await readCachedSession(api.deps.redis, session.id)).toBeNull();
});

test('a request reads session, rights and policy in one round trip to Redis', async () => {
  const { claims } = await openedWithRight();
  const reads: string[] = [];
  let answer: () => void = () => undefined;
  let together = new Promise<void>((resolve) => void (answer = resolve));
  // Nothing is answered before all is asked for.
  const commands = new Proxy(api.deps.redis.commands, {
    get(target, name) {
      const command = Reflect.get(target, name, target) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        reads.push(String(name));
        if (reads.length === 3) answer();
        await together;
        return command.apply(target, args);
      };
    },
  });
  const redis = { ...api.deps.redis, commands };
  using accessPolicies = createAccessPolicies({ ...api.deps, redis });
  // Once, a process reads the policy of a company from Postgres, and once each version from Redis.
  answer();
  for (let i = 0; i < 2; i += 1) await accessPolicies.of(company.pk);
  [reads.length, together] = [0, new Promise<void>((resolve) => void (answer = resolve))];
  await createSessionStore({ ...api.deps, redis, accessPolicies }).use(claims, FROM.ip);
  expect(reads.toSorted()).toEqual(['get', 'get', 'hGet']);
});

test('users have their last rights, whatever changes, requests and sign-ins are simultaneous', async () => {
  const members = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { user, open } = await openedBy(api.deps);
      const { id } = await open();
      return { user, open, claims: { jti: id, user: user.pk, company: company.pk, kind: 'session' as const } };
    }),
  );
  const put = (pk: UserPk, auth_restart: 0 | 1) =>
    api.call(company.admin, updateUser, { params: { pk: String(pk) }, body: { auth_restart } });
  const steps = fc.array(
    fc.record({ member: fc.nat(3), kind: fc.constantFrom('grant', 'revoke', 'use', 'lose', 'open') }),
    { minLength: 8, maxLength: 24 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const store = createSessionStore(api.deps);
      await Promise.all(
        all.map(async ({ member, kind }) => {
          const { user, open, claims } = members[member]!;
          if (kind === 'use') await store.use(claims, FROM.ip);
          else if (kind === 'lose') await api.deps.redis.commands.del(redisKeys.rights(user.pk));
          else if (kind === 'open') await open();
          else expect((await put(user.pk, kind === 'grant' ? 1 : 0)).status).toBe(200);
        }),
      );
      for (const { user, claims } of members) {
        const [row] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.pk, user.pk)));
        expect((await store.use(claims, FROM.ip)).flags.CSRestart).toBe(row?.authRestart === 1);
        expect(await mayRestart(user.pk)).toBe(row?.authRestart === 1);
        expect((await findCachedRights(api.deps.redis, user.pk))?.version).toBe(row?.rightsVersion);
      }
    }),
    { numRuns: runsOf({ usual: 6, all: 20 }) },
  );
});

test('a session that was lost with Redis goes on', async () => {
  const member = await addMember(api, company);
  await api.redis.clear();
  expect((await api.call(member.token, readProfile)).status).toBe(200);
});
