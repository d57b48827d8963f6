import { readFile } from 'node:fs/promises';
import { renderInstallTemplate } from '@vigil/infra/downloads/linux-package';
import { fromRoot } from '@vigil/infra/local/runtime';
import { expect, test } from 'vitest';
import { restartPolicy } from './restart-policy.ts';

test.each([
  ['the package', () => renderInstallTemplate('linux-vigil-agent.service')],
  ['the repository', () => readFile(fromRoot('agent/service/vigil-agent.service'), 'utf8')],
])('the unit of %s starts the agent again after a request and after failures, not after an end', async (_, read) => {
  const { restartsAfter, afterMs } = restartPolicy(await read());
  expect([75, 1, 9].map((code) => restartsAfter(code, null))).toEqual([true, true, true]);
  expect([0, 3].map((code) => restartsAfter(code, null))).toEqual([false, false]);
  expect((['SIGKILL', 'SIGSEGV', 'SIGTERM'] as const).map((signal) => restartsAfter(null, signal))).toEqual([
    true,
    true,
    false,
  ]);
  expect(afterMs).toBe(5_000);
});
