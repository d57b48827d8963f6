import { expect, test } from 'vitest';
import { createQueuedToggle } from './queued-toggle.ts';

function scene() {
  const on = new Set<number>();
  const sent: [number, boolean][] = [];
  const gate = { isBroken: false };
  const toggle = createQueuedToggle<number>({
    isOn: (key) => on.has(key),
    set: async (key, wanted) => {
      sent.push([key, wanted]);
      await Promise.resolve();
      if (gate.isBroken) throw new Error('unavailable');
      if (wanted) on.add(key);
      else on.delete(key);
    },
  });
  return { on, sent, gate, toggle };
}

test('the second of two fast clicks takes the first one back', async () => {
  const { on, sent, toggle } = scene();
  expect(await Promise.all([toggle(1), toggle(1), toggle(2)])).toEqual([true, false, true]);
  expect([...on]).toEqual([2]);
  expect(sent.filter(([key]) => key === 1)).toEqual([
    [1, true],
    [1, false],
  ]);
  expect(await toggle(1)).toBe(true);
});

test('a click that fails is told of once, and the next one goes by what is there', async () => {
  const { on, gate, toggle } = scene();
  gate.isBroken = true;
  await expect(toggle(1)).rejects.toThrow('unavailable');
  gate.isBroken = false;
  expect([await toggle(1), on.has(1)]).toEqual([true, true]);
});
