import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '@vigil/agent/testing/eventually';
import { TestGateway } from '@vigil/agent/testing/test-gateway';
import { expect, test } from 'vitest';
import { programFile } from '../../tests/support/programs.ts';

test('the program connects its devices and exits with 0 on SIGTERM', async () => {
  await using gateway = await TestGateway.start();
  const args = ['--server', gateway.url, '--enrol', 'token', '--count', '25'];
  const fleet = spawn(process.execPath, [await programFile('agent-sim'), ...args], { stdio: 'ignore' });
  const exit = once(fleet, 'exit');
  await eventually(() => gateway.sockets.length === 25);
  fleet.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await eventually(() => gateway.sockets.length === 0);
});

test('a server that enrols none of the devices is reported in one line with exit code 1', async () => {
  await using gateway = await TestGateway.start();
  gateway.apiProblem = { status: 401, code: 'enrol_token_invalid' };
  const fleet = spawn(process.execPath, [await programFile('agent-sim'), '--server', gateway.url, '--enrol', 'x'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  fleet.stderr.on('data', (data: Buffer) => (said += data.toString()));
  expect(await once(fleet, 'exit')).toEqual([1, null]);
  expect(said).toBe('vigil-agents: refused: enrol_token_invalid\n');
});
