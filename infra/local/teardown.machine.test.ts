import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createTeardown, type ShutdownStage } from './teardown.ts';

test('who depends on others ends first, and the stores last', async () => {
  const teardown = createTeardown();
  const ended: ShutdownStage[] = [];
  for (const stage of ['stores', 'api', 'gateway', 'agents'] as const) {
    teardown.add(stage, {
      signal: () => {},
      stop: async () => {
        await delay(5);
        ended.push(stage);
      },
    });
  }
  teardown.onEnd(() => expect(ended).toHaveLength(4));
  await Promise.all([teardown.run(), teardown.run()]);
  expect(ended).toEqual(['agents', 'gateway', 'api', 'stores']);
});

test('all is over within the graces of the stages, even when no process drains', async () => {
  const said: string[] = [];
  const teardown = createTeardown((line) => said.push(line.trim()));
  for (const stage of ['agents', 'reverse-proxy', 'gateway', 'workers', 'api', 'stores'] as const) {
    teardown.add(stage, { signal: () => {}, stop: (grace) => delay(grace?.graceMs ?? 60_000) });
  }
  const since = performance.now();
  await teardown.run();
  // 3.5 s, and 1 s for the stores; what is stuck would take a minute.
  expect(performance.now() - since).toBeLessThan(20_000);
  expect(said[0]).toMatch(/^waiting for agents, .*…$/u);
  expect(said.at(-1)).toBe('waiting for stores …');
});
