import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { recoverAccount } from '@vigil/shared/contract/http/accounts';
import { postApproval } from '@vigil/shared/contract/http/approvals';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { postExport } from '@vigil/shared/contract/http/exports';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { endOtherSessions } from '@vigil/shared/contract/http/sessions';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { createUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { UserPk } from '@vigil/shared/contract/ids';
import { createLog } from '@vigil/shared/platform/log';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import { findCachedRights } from '@vigil/shared/platform/rights';
import postgres from 'postgres';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { startFleetOn } from '../support/fleet.ts';
import { insertingInto, killBeforePublication, sizeOf, type LastStep } from '../support/killed-change.ts';
import type { Stack } from '../support/stack.ts';
import { expect, sharedStackTest as test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

let stack: Stack;
let client: Client;
let sql: postgres.Sql;

test.beforeAll(async ({ stack: started }) => {
  stack = started;
  client = await stack.signIn();
  sql = postgres(stack.databaseAdminUrl, { max: 3, onnotice: () => undefined });
});
test.afterAll(() => sql.end({ timeout: 5 }));

const killed = (change: () => Promise<unknown>, last: LastStep) => killBeforePublication({ stack, sql }, change, last);

/** Longer than workers take to look for what is left, twice. */
const ONCE_MORE_MS = 4_000;

test('the API is killed between the commit that ends sessions and its publication: they stay ended, sockets too, and it is announced', async () => {
  const other = await stack.signIn();
  await using watcher = await startWatcher(client);
  await using ended = await startWatcher(other);
  let announced = 0;
  watcher.socket.on('sessions_changed', () => void (announced += 1));
  let closed = 0;
  ended.socket.on('disconnect', () => void (closed += 1));

  await killed(() => client.call(endOtherSessions), insertingInto('announcements'));

  await eventually(() => expect({ announced, closed }).toEqual({ announced: 1, closed: 1 }));
  await stack.api.start();
  await expect(other.call(readProfile)).rejects.toMatchObject({
    error: { code: 'session_invalid', detail: 'ended_elsewhere' },
  });
  expect((await client.call(readProfile)).objects).toHaveLength(1);
  expect(await sizeOf(sql, 'announcements')).toBe(0);
});

test('the API is killed between the commit of a command and its job: a worker finds the row, and the device runs it once', async () => {
  await using fleet = await startFleetOn(stack, 1, { seed: 61 });
  const guid = fleet.device(0).guid ?? '';
  await killed(
    () => client.call(issueCommand, { params: { guid }, body: { type: 'information' } }),
    insertingInto('command_steps'),
  );
  const stateOf = async () => (await sql`select state from commands`).map((row) => row['state'] as string);
  await eventually(async () => expect(await stateOf()).toEqual(['done']));
  await delay(ONCE_MORE_MS);
  expect(fleet.counters.commands).toBe(1);
  await stack.api.start();
});

test('the API is killed between the commit of an export and its job: a worker finds the row, and writes it once', async () => {
  await using watcher = await startWatcher(client);
  let announced = 0;
  watcher.socket.on('export_ready', () => void (announced += 1));
  await killed(
    () =>
      client.call(postExport, {
        body: { export_id: 'deviceListTable', by: 'alias', order: 'asc', device_group_pk: 'all' },
      }),
    insertingInto('exports'),
  );
  await eventually(async () => expect(await sql`select state from exports`).toEqual([{ state: 'ready' }]));
  await eventually(() => expect(announced).toBe(1));
  await delay(ONCE_MORE_MS);
  expect(announced).toBe(1);
  await stack.api.start();
});

test('the API is killed between the commit of a mail and its job: a worker finds the row, and sends it once', async () => {
  await sql`update users set email = 'forgetful@vigil.test', email_verified_at = now() where mgrid = ${stack.admin.id}`;
  const ask = { type: 'send', key: stack.admin.id, lang_code: 'en' } as const;
  await killed(() => stack.publicClient.call(recoverAccount, { body: ask }), insertingInto('mails'));
  const sent = () => sql`select tries, sent_at is not null as sent from mails where "to" = 'forgetful@vigil.test'`;
  await eventually(async () => expect(await sent()).toEqual([{ tries: 1, sent: true }]));
  await delay(ONCE_MORE_MS);
  expect(await sent()).toEqual([{ tries: 1, sent: true }]);
  await stack.api.start();
});

test('the API is killed after the commit that locks an account: its owner is mailed', async () => {
  const typed = { mgrid: 'lockedout', pw: 'Passw0rd!' };
  await client.call(createUser, { body: { ...typed, name: 'Locked' } });
  await sql`update users set email = 'locked@vigil.test', email_verified_at = now(), failure_count = 99 where mgrid = ${typed.mgrid}`;
  const guess = { type: '1STEP', mail: typed.mgrid, pw: 'Wr0ng-pass!' } as const;
  await killed(() => stack.publicClient.call(signIn, { body: guess }), insertingInto('mails'));
  expect(await sql`select 1 from users where mgrid = ${typed.mgrid} and locked_at is not null`).toHaveLength(1);
  const sent = () => sql`select sent_at is not null as sent from mails where "to" = 'locked@vigil.test'`;
  await eventually(async () => expect(await sent()).toEqual([{ sent: true }]));
  await stack.api.start();
  client = await stack.signIn();
});

test('the API is killed between commit and publication of a request for access: it is announced, and mailed', async () => {
  await using fleet = await startFleetOn(stack, 1, { seed: 60 });
  const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
  const device = objects.find(({ guid }) => guid === fleet.device(0).guid)?.pk;
  if (!device) throw new Error('the device is not listed');
  await sql`update users set email = 'boss@vigil.test', email_verified_at = now() where type = 'Manager'`;
  await using watcher = await startWatcher(client);
  const announced: unknown[] = [];
  watcher.socket.on('approval_changed', (payload) => announced.push(payload));

  const [start, end] = [60_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const body = {
    device_pk: device,
    approver_pk: 0,
    start_time: start!,
    end_time: end!,
    approval_reason: 'repair',
  } as const;
  await killed(() => client.call(postApproval, { body }), insertingInto('announcements'));

  await eventually(() => expect(announced).toMatchObject([{ state: 0 }]));
  await eventually(async () => {
    expect(await sizeOf(sql, 'announcements')).toBe(0);
    expect(await sql`select sent_at is not null as sent from mails where "to" = 'boss@vigil.test'`).toEqual([
      { sent: true },
    ]);
  });
  await stack.api.start();
  client = await stack.signIn();
});

test('the workers are killed between the commit that ends a remote session and its publication: the next ones tell the user', async () => {
  await using watcher = await startWatcher(client);
  const cut: unknown[] = [];
  watcher.socket.on('session_cut', (payload) => cut.push(payload));
  const id = randomUUID();
  // Of a device that is gone: the workers end it within a second.
  const open = () => sql`
    insert into remote_sessions
      (id, company_fk, type, user_fk, mgrid, device_alias, device_guid, host_os_id, secret_hash, issued_at, start_time, seen_at)
    select ${id}, company_fk, 'rc', pk, mgrid, 'Lobby', ${randomUUID()}, 1, '', now(), now(), now()
    from users where mgrid = ${stack.admin.id}`;

  await killBeforePublication({ stack, sql, program: 'workers' }, open, insertingInto('announcements'));

  expect(await sql`select end_reason from remote_sessions where id = ${id}`).toEqual([{ end_reason: 'policy' }]);
  expect(cut).toEqual([]);
  await Promise.all(stack.workers.map((workers) => workers.start()));
  await eventually(() => expect(cut).toEqual([{ session: id, reason: 'policy' }]));
  await eventually(async () => expect(await sizeOf(sql, 'announcements')).toBe(0));
});

test('the API is killed between the commit of a change of rights and what follows: sockets are closed, requests go by the change', async () => {
  const account = { mgrid: 'revoked', pw: 'Passw0rd!' };
  const { objects } = await client.call(createUser, { body: { ...account, name: 'Revoked' } });
  const user = UserPk.parse(objects[0]?.pk);
  const change = (auth_restart: 0 | 1) =>
    client.call(updateUser, { params: { pk: String(user) }, body: { auth_restart } });
  await change(1);
  const member = await stack.signIn({ id: account.mgrid, password: account.pw });
  await using redis = await connectRedis(stack.redis.url, createLog('test', 'silent'));
  expect((await findCachedRights(redis, user))?.rights.flags.CSRestart).toBe(true);
  await using watcher = await startWatcher(member);
  let closed = 0;
  watcher.socket.on('disconnect', () => void (closed += 1));

  await killed(() => change(0), insertingInto('announcements'));

  expect(await findCachedRights(redis, user)).toBeNull();
  await eventually(() => expect(closed).toBeGreaterThan(0));
  await stack.api.start();
  expect((await member.call(readProfile)).objects).toMatchObject([{ auth_restart: 0 }]);
  expect((await findCachedRights(redis, user))?.rights.flags.CSRestart).toBe(false);
  await eventually(() => expect(watcher.socket.connected).toBe(true));
  client = await stack.signIn();
});
