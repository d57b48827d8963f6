import { expect, test } from 'vitest';
import { runVitest } from './vitest-run.ts';

const run = {
  projects: ['unit'],
  filters: ['infra/test-runner/pace.test.ts'],
  env: process.env,
  say: () => undefined,
  signal: new AbortController().signal,
};

test('a run of vitest that says something goes on, and one that is silent is ended', async () => {
  const talking = await runVitest({ ...run, silenceMs: 120_000 });
  expect([talking.files.length, talking.deaths]).toEqual([1, []]);
  const silent = await runVitest({ ...run, silenceMs: 1 });
  expect(silent.deaths).toMatchObject([{ how: 'vitest (unit) ended with a silence of 0 min' }]);
});
