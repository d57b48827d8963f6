import { AlertCode } from '@vigil/shared/contract/alert';
import { AlertPk, DevicePk } from '@vigil/shared/contract/ids';
import { expect, test, vi } from 'vitest';
import { createAlertBoard } from './alerts.ts';

const anAlert = (pk: number) => ({
  pk: AlertPk.parse(pk),
  device_pk: DevicePk.parse(1),
  alert_code: AlertCode.parse('IW2'),
  alert_value: 95,
  at: pk,
});

test('the newest alert is first, and each one counts once until the list is opened', () => {
  const board = createAlertBoard();
  const listener = vi.fn<() => void>();
  board.subscribe(listener);
  for (const pk of [1, 2, 2]) board.add(anAlert(pk));
  expect(board.list().map(({ pk }) => pk)).toEqual([2, 1]);
  expect(board.unseen()).toBe(2);
  board.markSeen();
  expect(board.unseen()).toBe(0);
  expect(board.list()).toHaveLength(2);
  expect(listener).toHaveBeenCalledTimes(3);
});

test('the last hundred alerts are kept', () => {
  const board = createAlertBoard();
  for (let pk = 1; pk <= 130; pk += 1) board.add(anAlert(pk));
  expect(board.list()).toHaveLength(100);
  expect(board.list().at(-1)?.pk).toBe(31);
  expect(board.unseen()).toBe(100);
});
