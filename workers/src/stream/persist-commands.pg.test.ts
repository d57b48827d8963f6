import { randomUUID } from 'node:crypto';
import { CommandId, DevicePk } from '@vigil/shared/contract/ids';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { workersTest } from '../testing/fixture.ts';
import { persistCommandProgress } from './persist-commands.ts';

const test = workersTest();

test('a report that is delivered again is published again, unless another device sends it or the command has moved on', async ({
  workers: { company, deps },
  device,
}) => {
  const id = CommandId.parse(randomUUID());
  const row = { id, companyFk: company, deviceFk: device, deviceAlias: 'Device', type: 'information' } as const;
  await deps.database.asSystem((tx) =>
    tx.insert(commands).values({ ...row, deadline: new Date(Date.now() + 60_000), state: 'sent' }),
  );
  const published: string[] = [];
  await deps.redis.subscribe(busChannels.company(company), (text) => {
    const { t, state } = JSON.parse(text) as { t: string; state?: string };
    if (t === 'command_state') published.push(state ?? '');
  });
  const report = (state: 'accepted' | 'running' | 'failed', from = device) =>
    persistCommandProgress(deps, [
      {
        id: '1-0',
        company,
        kind: 'command',
        seq: 0,
        data: { device: from, progress: { id, state, message: 'busy' }, at: Date.now() },
      },
    ]);

  await report('accepted');
  await report('accepted');
  await report('failed');
  await report('accepted');
  await report('failed', DevicePk.parse(device + 1));
  await report('failed');

  await eventually(() => expect(published).toEqual(['accepted', 'accepted', 'failed', 'failed']));
});
