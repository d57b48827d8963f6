import { expect, test } from 'vitest';
import { ByteWindow } from './byte-window.ts';

test('a viewer that acknowledges at once gets more, one that lags less', () => {
  const window = new ByteWindow();
  window.sent(1, 2_000_000, 0);
  expect(window.isOpen).toBe(false);
  window.acknowledged(1, 10);
  expect([window.isOpen, window.isNarrow]).toEqual([true, false]);
  for (let seq = 2; seq < 12; seq += 1) {
    window.sent(seq, 20_000, seq * 1_000);
    window.acknowledged(seq, seq * 1_000 + 500);
  }
  expect(window.isNarrow).toBe(true);
  window.sent(20, 1, 0);
  window.sent(21, 30_000, 0);
  expect(window.isOpen).toBe(false);
  window.acknowledged(21, 10);
  expect(window.isOpen).toBe(true);
});
