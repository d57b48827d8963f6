import { DevicePk } from '@vigil/shared/contract/ids';
import type { MenuAction } from '@vigil/shared/domain/device-actions';
import { expect, test, vi } from 'vitest';
import type { DialogRequest } from '../../lib/dialog-stack.ts';
import { deviceActionStart } from './device-action-starts.ts';
import { commandDialog } from './dialogs.ts';

type Tools = Parameters<ReturnType<typeof deviceActionStart>>[1];
const [one, other] = [1, 2].map((pk) => DevicePk.parse(pk)) as [DevicePk, DevicePk];

async function start(action: MenuAction, pks: readonly [DevicePk, ...DevicePk[]]) {
  const opened: DialogRequest[] = [];
  const bulk = vi.fn<Tools['send']['bulk']>(() => Promise.resolve(1));
  const navigate = vi.fn<Tools['navigate']>();
  const addressOf = (pk: DevicePk, tab = '') => `/${pk}/${tab}`;
  const tools: Partial<Tools> = {
    send: { bulk } as Partial<Tools['send']> as Tools['send'],
    viewer: { usesApproval: false } as Tools['viewer'],
    openDialog: (request) => opened.push(request),
    navigate,
    addressOf,
  };
  await deviceActionStart(action)(pks, tools as Tools);
  return { opened, sent: bulk.mock.calls, shown: navigate.mock.calls };
}

test('a command asks first', async () => {
  const { opened } = await start('reboot', [one, other]);
  expect(opened).toEqual([commandDialog({ type: 'reboot', pks: [one, other] })]);
});

test('the information of one device is read at once, its processes are a page; of several devices both are commands', async () => {
  expect(await start('information', [one])).toEqual({ opened: [], sent: [['information', [one], 1]], shown: [] });
  expect(await start('process_list', [one])).toEqual({ opened: [], sent: [], shown: [['/1/processes']] });
  for (const type of ['information', 'process_list', 'approve'] as const)
    expect(await start(type, [one, other])).toEqual({
      opened: [commandDialog({ type, pks: [one, other] })],
      sent: [],
      shown: [],
    });
});
