import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTeardown, TEARDOWN_MS, type ShutdownStage } from './teardown.ts';

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

test('all is over within three seconds, even when no process drains', async () => {
  const said: string[] = [];
  const graces: Partial<Record<ShutdownStage, number>> = {};
  const teardown = createTeardown((line) => said.push(line.trim()));
  for (const stage of ['agents', 'reverse-proxy', 'gateway', 'workers', 'api', 'stores'] as const) {
    teardown.add(stage, {
      signal: () => {},
      stop: async (grace) => {
        graces[stage] = grace?.graceMs ?? 60_000;
        await delay(graces[stage]);
      },
    });
  }
  const since = performance.now();
  await teardown.run();
  // What is stuck would take a minute; a busy machine wakes late.
  expect(performance.now() - since).toBeLessThan(20_000);
  expect(TEARDOWN_MS).toBeLessThanOrEqual(3_000);
  expect(graces.agents).toBeLessThanOrEqual(TEARDOWN_MS - (graces.stores ?? 0));
  // Each stage that is asked later has less.
  expect(Object.values(graces).slice(0, 5)).toEqual(
    Object.values(graces)
      .slice(0, 5)
      .toSorted((a, b) => b - a),
  );
  expect(said[0]).toMatch(/^waiting for agents, .*…$/u);
});
