import { Notifications } from '@mantine/notifications';
import type { CommandId, DevicePk } from '@vigil/shared/contract/ids';
import type { CommandState, CommandType } from '@vigil/shared/contract/names';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createCommandBatchStore, type CommandBatchItem } from '../../live/command-batch-store.ts';
import type { LiveData } from '../../live/live-data.ts';
import { render } from '../../testing/render.tsx';
import { CommandTray } from './command-tray.tsx';

const noChanges: never[] = [];
const bulkJobs = { list: () => noChanges, subscribe: () => () => undefined } as unknown as LiveData['bulkJobs'];
const line = (id: string, state: CommandState): CommandBatchItem => ({
  id,
  device_pk: 1 as DevicePk,
  alias: id,
  state,
  percent: null,
  message: null,
});

async function open() {
  const commands = createCommandBatchStore();
  await render(
    <>
      <CommandTray />
      <Notifications />
    </>,
    { fleet: { commands, bulkJobs } },
  );
  return {
    send: (type: CommandType, id: string, lines: CommandBatchItem[]) => commands.add({ id, type, startedAt: 0, lines }),
    end: (type: CommandType, id: string, state: CommandState) =>
      commands.apply({ id: id as CommandId, device_pk: 1 as DevicePk, type, state, at: 0 }),
  };
}

const progress = (text: string) => expect.element(page.getByRole('status').filter({ hasText: text })).toBeVisible();
const woken = page.getByText(/woken/);

test('a wake that has reached its effect is told once, with the number of devices that came online', async () => {
  const { send, end } = await open();
  send('wol', 'some', [line('a', 'sent'), line('b', 'sent'), line('c', 'sent')]);
  await progress('0 of 3 done');
  end('wol', 'a', 'done');
  end('wol', 'b', 'failed');
  await progress('1 of 3 done');
  expect(woken.elements()).toEqual([]);
  end('wol', 'c', 'done');
  await expect.element(page.getByText('2 devices were woken and are online.')).toBeVisible();
  expect(woken.elements()).toHaveLength(1);
});

test('other commands, wakes that failed, and those of an earlier visit are in the tray only', async () => {
  const { send, end } = await open();
  send('wol', 'earlier', [line('a', 'done')]);
  send('wol', 'failing', [line('b', 'sent')]);
  send('reboot', 'other', [line('c', 'sent')]);
  await expect.element(page.getByText('Reboot')).toBeVisible();
  end('wol', 'b', 'failed');
  end('reboot', 'c', 'done');
  await expect.element(page.getByText('1 failed')).toBeVisible();
  expect(woken.elements()).toEqual([]);
});
