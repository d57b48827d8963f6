import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CompanyPk, DevicePk, GroupPk, Guid, UserPk } from '@vigil/shared/contract/ids';
import { keys } from '@vigil/shared/platform/redis/keys';
import { createCredentialSigner, thumbprintOf } from '@vigil/shared/platform/tokens';
import { eventually } from '../../tests/support/eventually.ts';
import { createMachineKey } from '../../tests/support/machine.ts';
import { startTestGateways, type TestGateways } from './testing/test-gateway.ts';

const COMPANIES = 200;
const SOCKETS = 10_000;
const AT_ONCE = 100;

let gateways: TestGateways;

beforeAll(async () => {
  gateways = await startTestGateways({ releaseEveryMs: 200 });
});
afterAll(() => gateways[Symbol.asyncDispose]());

const companies = Array.from({ length: COMPANIES }, (_, i) => CompanyPk.parse(i + 1));
const group = GroupPk.parse(1);
/** Half of the sockets are agents, one a device. */
const deviceOf = (socket: number) => DevicePk.parse(socket + 1);

test('10,000 sockets over 200 companies leave nothing behind in the memory of the gateway', async () => {
  const { redis, keyRing } = gateways;
  for (const [i, company] of companies.entries()) {
    const devices = Array.from({ length: SOCKETS / COMPANIES }, (_, n) => deviceOf(n * COMPANIES + i));
    const fields = Object.fromEntries(devices.map((pk) => [`d${pk}`, `0|${group}|1|-`]));
    await redis.commands.hSet(keys.index(company), { version: '0', [`g${group}`]: '0|-|-', ...fields });
  }
  const signCredential = createCredentialSigner(keyRing.agent);
  const key = createMachineKey();
  const sessions = await Promise.all(
    companies.map((company, i) => gateways.session({ company, user: UserPk.parse(i + 1) })),
  );

  const openAndClose = async (socket: number): Promise<void> => {
    const company = companies[socket % COMPANIES] ?? gateways.company;
    const device = deviceOf(socket);
    if (socket % 2 === 0) {
      const guid = Guid.parse(randomUUID());
      const named = { guid, device, company, key: key.publicKey, thumbprint: thumbprintOf(key.publicKey) };
      using agent = await gateways.agent({ device, guid, key, credential: signCredential(named) });
      agent.socket.emit('thumbnail', { at: 1, width: 320, height: 180, ext: 'jpg' }, Buffer.alloc(20));
      return;
    }
    using browser = await gateways.browser(sessions[socket % COMPANIES]?.token ?? '');
    await browser.ask('watch_fleet', { group_pk: 'all', usage: true });
    await browser.ask('watch_device', { pk: device });
    await browser.ask('watch_thumbnails', { devices: [device], width: 320, interval_ms: 1_000 });
  };

  for (let first = 0; first < SOCKETS; first += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => openAndClose(first + i)));
    if (first === 0) expect(gateways.kept()[0]?.['fleets']).toBeGreaterThan(0);
  }

  const [before] = gateways.kept();
  const nothing = Object.fromEntries(Object.keys(before ?? {}).map((part) => [part, 0]));
  await eventually(() => expect(gateways.kept()).toEqual([nothing]), { timeout: 30_000 });
}, 120_000);
