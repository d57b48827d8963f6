import { randomUUID } from 'node:crypto';
import { CompanyPk, DevicePk, GroupPk, DeviceGuid, UserPk } from '@vigil/shared/contract/ids';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { createAgentCredentialSigner, thumbprintOf } from '@vigil/shared/platform/tokens';
import { expect } from 'vitest';
import { createAgentKey } from '../../tests/support/agent-key.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { scaledTimeout } from '../../tests/support/scaled-timeout.ts';
import { gatewayTest } from './testing/fixture.ts';
import type { TestGateways } from './testing/test-gateway.ts';

const COMPANIES = 200;
const CONCURRENT = 100;

const test = gatewayTest({ releaseIntervalMs: 200 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const companies = Array.from({ length: COMPANIES }, (_, i) => CompanyPk.parse(i + 1));
const group = GroupPk.parse(1);
/** Every second socket is an agent, each of its own device. */
const deviceOf = (socket: number) => DevicePk.parse(socket + 1);

async function openAndCloseMany(count: number): Promise<void> {
  const { redis, keyRing } = gateways;
  const fillIndex = (company: CompanyPk, i: number): Promise<unknown> => {
    const devices = Array.from({ length: count / COMPANIES }, (_, n) => deviceOf(n * COMPANIES + i));
    const fields = Object.fromEntries(devices.map((pk) => [`d${pk}`, `0|${group}|1|-`]));
    return redis.commands.hSet(redisKeys.index(company), { version: '0', [`g${group}`]: '0|-|-', ...fields });
  };
  await Promise.all(companies.map(fillIndex));
  const signCredential = createAgentCredentialSigner(keyRing.agent);
  const key = createAgentKey();
  const sessions = await Promise.all(
    companies.map((company, i) => gateways.session({ company, user: UserPk.parse(i + 1) })),
  );

  const openAndClose = async (socket: number): Promise<void> => {
    const company = companies[socket % COMPANIES] ?? gateways.company;
    const device = deviceOf(socket);
    if (socket % 2 === 0) {
      const guid = DeviceGuid.parse(randomUUID());
      const claims = { guid, device, company, key: key.publicKey, thumbprint: thumbprintOf(key.publicKey) };
      using agent = await gateways.agent({ pk: device, guid, key, credential: signCredential(claims) });
      agent.socket.emit('thumbnail', { at: 1, width: 320, height: 180, ext: 'jpg' }, Buffer.alloc(20));
      return;
    }
    using browser = await gateways.browser(sessions[socket % COMPANIES]?.token ?? '');
    await Promise.all([
      browser.ask('watch_fleet', { group_pk: 'all', usage: true }),
      browser.ask('watch_device', { pk: device }),
      browser.ask('watch_thumbnails', { devices: [device], width: 320, interval_ms: 1_000 }),
    ]);
  };

  const sockets = Array.from({ length: count }, (_, i) => i).values();
  const lane = async (): Promise<void> => {
    for (const socket of sockets) await openAndClose(socket);
  };
  const lanes = Promise.all(Array.from({ length: CONCURRENT }, lane));
  await eventually(() => expect(gateways.entryCounts()[0]?.['fleets']).toBeGreaterThan(0), { every: 1 });
  await lanes;

  const [before] = gateways.entryCounts();
  const nothing = Object.fromEntries(Object.keys(before ?? {}).map((part) => [part, 0]));
  await eventually(() => expect(gateways.entryCounts()).toEqual([nothing]));
}

const TITLE = 'sockets over 200 companies leave no entries in the memory of the gateway';

test(`1,000 ${TITLE}`, () => openAndCloseMany(1_000));

// Ten times as many find what only accumulates under load, and keep a core busy for half a minute.
test(`10,000 ${TITLE}`, { tags: 'slow', timeout: scaledTimeout(900_000) }, () => openAndCloseMany(10_000));
