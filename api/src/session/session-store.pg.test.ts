import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { readProfile } from '@vigil/shared/contract/http/session';
import { users } from '@vigil/shared/platform/db/schema/users';
import { readSession } from '@vigil/shared/platform/sessions';
import { keys } from '@vigil/shared/platform/redis/keys';
import type { Deps } from '../deps.ts';
import { apiTest } from '../testing/fixture.ts';
import type { TestApi } from '../testing/test-api.ts';
import { addMember, type TestCompany } from '../testing/world.ts';
import { createSessionStore } from './session-store.ts';

const test = apiTest();
let api: TestApi;
let company: TestCompany;
test.beforeAll(({ api: started, company: added }) => {
  [api, company] = [started, added];
});

const FROM = { ip: '127.0.0.1', userAgent: 'test' };

async function openedBy(deps: Pick<Deps, 'database' | 'redis' | 'now'>) {
  const member = await addMember(api, company);
  const [user] = await api.deps.database.asSystem((tx) => tx.select().from(users).where(eq(users.mgrid, member.id)));
  if (!user) throw new Error('no user');
  return { user, open: () => createSessionStore(deps).open(user, FROM) };
}

/** The stores, with something done right after the first read of the given store. */
function afterRead(kind: 'database' | 'redis', work: () => Promise<unknown>): Pick<Deps, 'database' | 'redis' | 'now'> {
  const { database, redis, now } = api.deps;
  let once = false;
  const doOnce = async <T>(read: Promise<T>): Promise<T> => {
    const value = await read;
    if (!once) {
      once = true;
      await work();
    }
    return value;
  };
  if (kind === 'database')
    return {
      redis,
      now,
      database: { ...database, inCompany: (scope, run) => doOnce(database.inCompany(scope, run)) },
    };
  const commands = new Proxy(redis.commands, {
    get: (target, name) =>
      name === 'get' ? (key: string) => doOnce(target.get(key)) : (Reflect.get(target, name, target) as unknown),
  });
  return { database, now, redis: { ...redis, commands } };
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

test('a session that was lost with Redis goes on', async () => {
  const member = await addMember(api, company);
  await api.redis.clear();
  expect((await api.call(member.token, readProfile)).status).toBe(200);
});
