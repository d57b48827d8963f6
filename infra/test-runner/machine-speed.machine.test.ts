import { expect, test } from 'vitest';
import { measureMachineSpeed, readCoreSeconds } from './machine-speed.ts';

test('the speed of a machine is measured in time that passes and in time of its processor', async () => {
  const before = readCoreSeconds();
  const { wall, processor } = await measureMachineSpeed();
  // On a machine that does much else, or little: a thousand times faster or slower than the usual one is none.
  for (const factor of [wall, processor]) {
    expect(factor).toBeGreaterThan(0.001);
    expect(factor).toBeLessThan(1_000);
  }
  // Its threads are counted as what this run costs.
  if (process.platform === 'linux') expect(readCoreSeconds()).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
});
