import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { GroupNode } from '@vigil/shared/contract/group';
import { CommandId, GroupPk, UserPk, type SessionId } from '@vigil/shared/contract/ids';
import { publish } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { setLicenceBlock } from '@vigil/shared/platform/licence-gates';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { announceUserRightsChange } from '@vigil/shared/platform/rights';
import { dropCachedSessions } from '@vigil/shared/platform/sessions';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import {
  ELSEWHERE,
  startTestGateways,
  type TestDevice,
  type TestGateways,
  endSession,
} from '../testing/test-gateway.ts';

let gateways: TestGateways;
let frame: Buffer;

beforeAll(async () => {
  gateways = await startTestGateways({ count: 2, sessionCheckIntervalMs: 100 });
  frame = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => gateways[Symbol.asyncDispose]());

const ISSUER = UserPk.parse(77);
const both = [0, 1];
const kinds = ['system_usage', 'thumbnail', 'processes', 'command_state'] as const;

interface Scene {
  readonly device: TestDevice;
  readonly group: GroupPk;
  /** The session that loses access; it has one socket on each gateway. */
  readonly id: SessionId;
  readonly user: UserPk;
}

interface Open extends Scene, Disposable {
  readonly losing: readonly TestSocket[];
  /** Sends one message of each kind, and waits until browsers that keep their access have received all of them. */
  readonly send: () => Promise<void>;
}

let groups = 100;

const groupNode = (pk: GroupPk): GroupNode => ({
  pk,
  name: `Group ${pk}`,
  group_fk: null,
  root_group_fk: null,
  company_fk: gateways.company,
  flag_df_group: 0,
  flag_confirm: 0,
  dev_limit: 0,
  manager_name: '',
  manager_email: '',
  manager_phone: '',
  update_time: new Date(0).toISOString(),
});

async function subscribe(browser: TestSocket, { pk }: TestDevice): Promise<void> {
  expect(await browser.ask('watch_fleet', { group_pk: 'all', usage: true })).toMatchObject({ ok: true });
  expect(await browser.ask('watch_device', { pk })).toEqual({ ok: true });
  const frames = { devices: [pk], width: 320, interval_ms: 200 };
  expect(await browser.ask('watch_thumbnails', frames)).toEqual({ ok: true, refused: [] });
}

/** The messages about one device that a browser received, by kind. */
const received = (browser: TestSocket, { pk }: TestDevice) =>
  Object.fromEntries(
    kinds.map((kind) => [
      kind,
      browser
        .received(kind)
        .filter((event) => event['device_pk'] === pk || (event['rows'] as [number][] | undefined)?.[0]?.[0] === pk)
        .length,
    ]),
  );

/** A device with its agent on one gateway, and browsers of two users on both, which receive everything about it. */
async function openScene(): Promise<Open> {
  using stack = new DisposableStack();
  const group = GroupPk.parse((groups += 1));
  await gateways.change({ t: 'group_changed', changed: [groupNode(group)], removed: [] });
  const device = await gateways.addDevice(group);
  const agent = stack.use(await gateways.agent(device));
  const user = ISSUER;
  const { id, token } = await gateways.session({ user, sight: { groups: [group] } });
  const keeper = await gateways.session();
  const losing: TestSocket[] = [];
  const keeping: TestSocket[] = [];
  for (const gateway of both) {
    losing.push(stack.use(await gateways.browser(token, { gateway })));
    keeping.push(stack.use(await gateways.browser(keeper.token, { gateway })));
  }
  for (const browser of [...losing, ...keeping]) await eventually(() => subscribe(browser, device));
  const held = stack.move();
  let at = 0;
  const emit = async () => {
    at += 1;
    const usage = { cpu_usage: 1, memory_usage: 1, memory_capacity: 1, memory_uses: 1, hdd_usage: 1 };
    const rest = { hdd_capacity: 1, hdd_uses: 1, cpu_temp: null, hdd_temp: null, fan_speed: null };
    agent.socket.emit('processes', { at, rows: [] });
    agent.socket.emit('system_usage', { at, ...usage, ...rest });
    agent.socket.emit('thumbnail', { at, width: 320, height: 180, ext: 'jpg' }, frame);
    const state = { id: CommandId.parse(randomUUID()), type: 'reboot', state: 'done', at } as const;
    const message = { t: 'command_state', ...state, device_pk: device.pk, issuer: ISSUER } as const;
    await publish(gateways.redis, busChannels.company(gateways.company), message);
  };
  return {
    device,
    group,
    id,
    user,
    losing,
    async send() {
      const before = keeping.map((browser) => received(browser, device));
      await eventually(async () => {
        await emit();
        await eventually(
          () => {
            for (const [i, browser] of keeping.entries())
              for (const kind of kinds) expect(received(browser, device)[kind]).toBeGreaterThan(before[i]?.[kind] ?? 0);
          },
          { timeout: 300 },
        );
      });
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}

const moveAway = ({ device, group }: Scene) =>
  gateways.change({ t: 'devices_moved', pks: [device.pk], from: group, to: ELSEWHERE, group_name: 'Elsewhere' });

/** What takes a device out of a user's sight while the sockets stay open. */
const outOfSight: Record<string, (scene: Scene) => Promise<unknown>> = {
  'the device is moved to another group': moveAway,
  'the group is deleted and its devices move to another one': async (scene) => {
    await moveAway(scene);
    await gateways.change({ t: 'group_changed', changed: [], removed: [scene.group] });
  },
  'the fleet index is read again after a change that was not announced': async ({ device }) => {
    const { redis, company } = gateways;
    const version = Number(await redis.commands.hGet(redisKeys.index(company), 'version'));
    await redis.commands.hSet(redisKeys.index(company), `d${device.pk}`, `${version}|${ELSEWHERE}|1|-`);
    await publish(redis, busChannels.company(company), { t: 'index_rebuilt', version });
  },
};

test.each(Object.entries(outOfSight))('[ACCESS-1] nothing of a device is delivered after %s', async (_, lose) => {
  using scene = await openScene();
  await scene.send();
  const { device, losing } = scene;
  for (const browser of losing) for (const kind of kinds) expect(received(browser, device)[kind]).toBeGreaterThan(0);
  const requests = () => gateways.entryCounts().map((counts) => counts['watchedFrames']);
  const before = requests();
  await lose(scene);
  // The demand of the browsers that lost the device ends; the others keep theirs.
  await eventually(() => expect(requests()).toEqual(before.map((count) => (count ?? 0) - 1)));
  // What was sent before the loss may still be on its way; it arrives before the answer.
  for (const browser of losing) await browser.ask('sync_check', {});
  const last = losing.map((browser) => received(browser, device));
  for (let round = 0; round < 3; round += 1) await scene.send();
  expect(losing.map((browser) => received(browser, device))).toEqual(last);
  for (const browser of losing) expect(browser.socket.connected).toBe(true);
});

/** What changes a user's rights or ends the session: its sockets are closed on every gateway. */
const withdrawn: Record<string, (scene: Scene) => Promise<unknown>> = {
  'the groups of the user change': ({ user }) =>
    gateways.changeRights(user, () => ({ sight: { groups: [ELSEWHERE] } })),
  'a permission of the user is withdrawn': ({ user }) =>
    gateways.changeRights(user, ({ flags }) => ({ flags: { ...flags, CSThumbnailView: false } })),
  'the user signs out': ({ id }) => endSession(gateways.redis, id, { reason: 'logout' }),
  'the user is deactivated': ({ id }) => endSession(gateways.redis, id, { reason: 'deactivated' }),
  'the session ends without an announcement': ({ id }) => gateways.redis.commands.del(redisKeys.session(id)),
  'the groups of the user change without an announcement': ({ user }) =>
    gateways.changeRights(user, () => ({ sight: { groups: [ELSEWHERE] } }), { announced: false }),
  'a process that changes the rights ends right after its commit': ({ user }) =>
    gateways.redis.commands.del(redisKeys.rights(user)),
  'the record of the session cannot be read': ({ id }) => gateways.redis.commands.set(redisKeys.session(id), '{}'),
  'the rights of the user cannot be read': async ({ user }) => {
    await gateways.redis.commands.set(redisKeys.rights(user), '{}');
    await announceUserRightsChange(gateways.redis, user);
  },
};

test.each(Object.entries(withdrawn))('[ACCESS-2] all sockets of a session are closed after %s', async (_, lose) => {
  using scene = await openScene();
  await scene.send();
  const { device, losing } = scene;
  await lose(scene);
  for (const browser of losing) await eventually(() => expect(browser.socket.connected).toBe(false));
  const last = losing.map((browser) => received(browser, device));
  await scene.send();
  expect(losing.map((browser) => received(browser, device))).toEqual(last);
});

test('[ACCESS-3] nothing is delivered while the licence blocks the company, and browsers are told when that begins and ends', async () => {
  using scene = await openScene();
  await scene.send();
  const { device, losing } = scene;
  const { redis, company } = gateways;
  const told = () => losing.map((browser) => browser.received('licence_changed').length);
  await setLicenceBlock(redis, company, true);
  await eventually(() => expect(told()).toEqual([1, 1]));
  const last = losing.map((browser) => received(browser, device));
  for (const browser of losing) {
    for (const [name, payload] of [
      ['watch_fleet', { group_pk: 'all', usage: true }],
      ['watch_device', { pk: device.pk }],
      ['watch_thumbnails', { devices: [device.pk], width: 320, interval_ms: 200 }],
    ] as const)
      expect(await browser.ask(name, payload)).toMatchObject({ error: { code: 'licence_gate' } });
  }
  await publish(redis, busChannels.company(company), {
    t: 'command_state',
    id: CommandId.parse(randomUUID()),
    type: 'reboot',
    state: 'done',
    at: 0,
    device_pk: device.pk,
    issuer: ISSUER,
  });
  expect(gateways.entryCounts().map((counts) => counts['watchedFrames'])).toEqual([0, 0]);

  await setLicenceBlock(redis, company, false);
  await eventually(() => expect(told()).toEqual([2, 2]));
  expect(losing.map((browser) => received(browser, device))).toEqual(last);
  for (const browser of losing) {
    expect(browser.socket.connected).toBe(true);
    await subscribe(browser, device);
  }
});

test('[SESSION-2] a session that is being ended is closed with its reason, however often its record is read', async () => {
  await using own = await startTestGateways({ sessionCheckIntervalMs: 1 });
  for (let round = 0; round < 30; round += 1) {
    const { token, id } = await own.session();
    using browser = await own.browser(token);
    await endSession(own.redis, id, { reason: 'deactivated', commitMs: round % 2 === 0 ? 0 : 50 });
    await eventually(() => expect(browser.socket.connected).toBe(false), { every: 1 });
    expect(browser.received('session_ended')).toEqual([{ reason: 'deactivated' }]);
  }
});

/** How much too late (ms) timers and answers of Redis come at most, because the machine does something else. */
async function longestLag({ redis }: TestGateways, until: Promise<unknown>): Promise<number> {
  let isOver = false;
  until.finally(() => (isOver = true)).catch(() => undefined);
  let longest = 0;
  while (!isOver) {
    const asked = Date.now();
    await delay(10);
    await redis.commands.ping();
    longest = Math.max(longest, Date.now() - asked - 10);
  }
  return longest;
}

test(
  '[SESSION-2] sockets of an ended session are closed within a second, though its end is not announced',
  { retry: 3 },
  async () => {
    await using own = await startTestGateways();
    using sockets = new DisposableStack();
    // Spread over more than an interval of the checks, so that one of them just misses a check.
    const closings = Promise.all(
      Array.from({ length: 15 }, async (_, n) => {
        const { token, id } = await own.session();
        const { socket } = sockets.use(await own.browser(token));
        await delay(300 + n * 100);
        const [ended, closed] = [Date.now(), new Promise((resolve) => socket.once('disconnect', resolve))];
        await dropCachedSessions(own.redis, [id]);
        await closed;
        return Date.now() - ended;
      }),
    );
    const lag = await longestLag(own, closings);
    // On the way are two timers, two reads and the socket.
    expect(Math.max(...(await closings))).toBeLessThan(1_000 + 5 * lag);
  },
);
