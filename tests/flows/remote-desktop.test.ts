import { readFileSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createViewerKeys, viewDesktop } from '@vigil/agent/testing/desktop-viewer';
import { FakeDesktop } from '@vigil/agent/testing/fake-desktop';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { readFunctionSettings, writeFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { addGroupMember } from '@vigil/shared/contract/http/group-links';
import { createRemoteSession, reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import { createUser, updateUser } from '@vigil/shared/contract/http/user-changes';
import { UserPk, type DevicePk, type GroupPk } from '@vigil/shared/contract/ids';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { createClient } from 'redis';
import type { Client } from '../support/client.ts';
import { Computer } from '../support/computer.ts';
import { eventually } from '../support/eventually.ts';
import type { Stack } from '../support/stack.ts';
import { asSuperuser } from '../support/superuser.ts';
import { expect, test } from '../support/system-test.ts';
import { within } from '../support/within.ts';

/** A key that no keyboard has, and texts that nobody writes. */
const markers = {
  key: 'KeyMarkerThatNobodyMayRead',
  text: 'TextMarkerThatNobodyMayRead',
  pasted: 'PastedMarkerThatNobodyMayRead',
  copied: 'CopiedMarkerThatNobodyMayRead',
} as const;

interface ViewedDevice {
  readonly pk: DevicePk;
  readonly device_group_fk: GroupPk;
}

/** @param userOf signs in who opens the session; without it the user who reads the list of devices */
async function startDesktop(
  stack: Stack,
  client: Client,
  userOf: (device: ViewedDevice) => Promise<Client> = () => Promise.resolve(client),
) {
  const desktop = new FakeDesktop();
  const computer = new Computer(stack, {
    name: 'Workshop',
    mac: '02:00:00:00:0e:01',
    openDesktop: () => Promise.resolve(desktop),
  });
  await computer.turnOn(await stack.operator.enrolToken(1));
  const device = await eventually(async () => {
    const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
    const found = objects.find(({ guid, alive }) => guid === computer.guid && alive === 1);
    if (!found) throw new Error('not online');
    return found;
  });
  const user = await userOf(device);
  const { objects: session } = await user.call(createRemoteSession, { body: { device_pk: device.pk, type: 'rc' } });
  const report = async (body: object, key?: string) => {
    const reply = await fetch(`${stack.url}${API_BASE}/remote_session/${session.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key ? { authorization: `Session ${key}` } : {}) },
      body: JSON.stringify(body),
    });
    const { objects } = (await reply.json()) as { objects: unknown };
    return reportRemoteSession.objects.parse(objects);
  };
  const connect = async (body: { state: 'started'; secret: string } | { state: 'alive' }, key?: string) => {
    const keys = createViewerKeys();
    const answer = await report({ ...body, viewer_key: keys.publicKey }, key);
    if (!answer.desktop) throw new Error('no desktop');
    const viewer = await viewDesktop({ server: stack.url }, answer.desktop, keys);
    await viewer.control(({ holder, you }) => holder === you);
    return { key: answer.key ?? '', viewer };
  };
  /** Why the session has ended, as its viewer is told. */
  const cutOf = async (key: string) => (await report({ state: 'alive' }, key)).cut;
  return { desktop, computer, session, secret: session.secret, connect, cutOf };
}

/** Whether the memory of a process holds these bytes. */
async function isInMemory(pid: number, bytes: Buffer): Promise<boolean> {
  await using memory = await open(`/proc/${pid}/mem`);
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/u.exec(line) ?? [];
    if (from === undefined || to === undefined) continue;
    const [start, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
    const { buffer, bytesRead } = await memory
      .read(Buffer.alloc(end - start), 0, end - start, start)
      .catch(() => ({ buffer: Buffer.alloc(0), bytesRead: 0 }));
    if (buffer.subarray(0, bytesRead).includes(bytes)) return true;
  }
  return false;
}

const canReadMemory = process.platform === 'linux' && process.getuid?.() === 0;

/** What the servers keep of a session, as far as it can be looked at: their memory, Redis and the logs. */
async function expectUnread(stack: Stack, secrets: readonly Buffer[]): Promise<void> {
  if (canReadMemory) {
    expect(readlinkSync(`/proc/${stack.relay.pid}/exe`)).toContain('node');
    // The same search finds what the relay does know.
    expect(await isInMemory(stack.relay.pid, Buffer.from('vigil_relay_bytes_total'))).toBe(true);
    for (const secret of secrets) expect(await isInMemory(stack.relay.pid, secret)).toBe(false);
  }
  const redis = createClient({ url: stack.redis.url });
  await redis.connect();
  const dumped = await Promise.all((await redis.keys('*')).map((key) => redis.dump(key)));
  redis.destroy();
  const stored = dumped.map((value) => Buffer.from(value ?? '', 'latin1'));
  expect(secrets.filter((secret) => stored.some((value) => value.includes(secret)))).toEqual([]);
  const logs = [stack.api, stack.relay, ...stack.gateways, ...stack.workers].flatMap(({ lines }) => lines);
  expect(logs.filter((line) => secrets.some((secret) => line.includes(String(secret))))).toEqual([]);
}

test('[RELAY-6] what viewer and device tell each other is in no memory of the relay, not in Redis and in no log', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  const { desktop, computer, secret, connect } = await startDesktop(stack, client);
  using _computer = computer;
  const { viewer } = await connect({ state: 'started', secret });
  using _viewer = viewer;
  viewer.send({ t: 'key', code: markers.key, down: true });
  viewer.send({ t: 'text', text: markers.text });
  viewer.send({ t: 'paste', text: markers.pasted });
  await eventually(() => {
    expect([desktop.clipboard, desktop.done]).toEqual([
      markers.pasted,
      [`${markers.key} down`, `text ${markers.text}`],
    ]);
  });
  desktop.clipboard = markers.copied;
  viewer.send({ t: 'copy' });
  const picture = await eventually(async () => {
    const png = (await viewer.nextFrame()).ops.find(({ op }) => op === 'png');
    expect(png).toBeDefined();
    return Buffer.from(png?.data ?? []);
  });
  await eventually(async () => {
    await viewer.control(() => true);
    expect(viewer.told).toContainEqual({ t: 'clipboard', text: markers.copied });
  });
  await expectUnread(stack, [...Object.values(markers).map((marker) => Buffer.from(marker)), picture]);
});

test('[RELAY-2] [RELAY-11] a session whose relay was killed goes on at another copy, without another secret or consent', async ({
  start,
}) => {
  const stack = await start({ relays: 2 });
  const client = await stack.signIn();
  const [now] = (await client.call(readFunctionSettings)).objects;
  const { changes: _changes, ...settings } = now!;
  await client.call(writeFunctionSettings, { body: { ...settings, remote_consent: 1 } });
  const { desktop, computer, session, secret, connect } = await startDesktop(stack, client);
  using _computer = computer;
  const copyOf = () => stack.relays.filter(({ lines }) => lines.some((line) => line.includes(session.id)));
  const { viewer, key } = await connect({ state: 'started', secret });
  expect((await viewer.nextFrame()).ops).toMatchObject([{ op: 'size', w: desktop.width }]);
  viewer.send({ t: 'key', code: 'ShiftLeft', down: true });
  await eventually(() => expect(desktop.done).toEqual(['ShiftLeft down']));
  const [killed, ...others] = copyOf();
  expect(others).toEqual([]);
  await killed?.kill();
  await viewer.closed;
  // The agent has let go of what was pressed.
  await eventually(() => expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up']));
  const { viewer: again } = await connect({ state: 'alive' }, key);
  using _again = again;
  expect((await again.nextFrame()).ops).toMatchObject([{ op: 'size', w: desktop.width }]);
  expect(copyOf()).toHaveLength(2);
  expect(computer.questions).toHaveLength(1);
});

const PASSWORD = 'Passw0rd!';

/** A user whom only an approved window admits, with a window of an hour. */
async function addUserWithWindow(stack: Stack, admin: Client, device: ViewedDevice): Promise<Client> {
  const { objects } = await admin.call(createUser, {
    body: { mgrid: 'mina', pw: PASSWORD, name: 'Mina', use_approval: 1 },
  });
  const pk = objects[0]?.pk ?? 0;
  await admin.call(addGroupMember, { body: { device_group_fk: device.device_group_fk, member_fk: UserPk.parse(pk) } });
  await admin.call(updateUser, { params: { pk: String(pk) }, body: { auth_remotecontrol: 1 } });
  await asSuperuser(
    stack,
    (sql) => sql`
      insert into approvals (company_fk, device_fk, device_alias, requester_fk, requester_id, start_time, end_time, approval_reason, approve_state)
      select company_fk, pk, 'Workshop', ${pk}, 'mina', now() - interval '1 hour', now() + interval '1 hour', 'work', 2
      from devices where pk = ${device.pk}`,
  );
  return stack.signIn({ id: 'mina', password: PASSWORD });
}

test('[RELAY-3] [REMOTE-5] the end of an approved window closes the desktop that its user sees, with the reason', async ({
  start,
}) => {
  const stack = await start();
  const admin = await stack.signIn();
  const opened = await startDesktop(stack, admin, (device) => addUserWithWindow(stack, admin, device));
  const { desktop, computer, secret, session, connect, cutOf } = opened;
  using _computer = computer;
  expect(session.ends_at).not.toBeNull();
  const { viewer, key } = await connect({ state: 'started', secret });
  using _viewer = viewer;
  viewer.send({ t: 'key', code: 'ShiftLeft', down: true });
  await eventually(() => expect(desktop.done).toEqual(['ShiftLeft down']));
  // The window and the session that is bound to it end now.
  await asSuperuser(stack, (sql) =>
    sql.begin(async (tx) => {
      await tx`update approvals set end_time = now()`;
      await tx`update remote_sessions set ends_at = now() where id = ${session.id}`;
    }),
  );
  // Agent and relay cut each for itself; the first one is told to the viewer.
  expect(['session_cut', 'peer_left']).toContain(await within('the viewer is cut', viewer.closed));
  await eventually(() => expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up']));
  expect(desktop.isDisposed).toBe(true);
  expect(await eventually(() => cutOf(key))).toBe('window');
});
