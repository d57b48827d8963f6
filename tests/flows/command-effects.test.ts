// @module-tag slow
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import { issueCommand, listCommands } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { PROTOCOL_VERSION } from '@vigil/shared/contract/protocol-version';
import postgres from 'postgres';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { programFile } from '../support/programs.ts';
import type { Stack } from '../support/stack.ts';
import { expect, test } from '../support/system-test.ts';

const all = { query: { search_mode: 'all' } } as const;

/** The real agent of this computer, whose `shutdown` is a stand-in that notes how it was called. */
async function startAgent(stack: Stack) {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigil-agent-'));
  const calls = path.join(folder, 'calls');
  await writeFile(path.join(folder, 'shutdown'), `#!/bin/sh\necho "$@" >> ${calls}\n`);
  await chmod(path.join(folder, 'shutdown'), 0o755);
  const token = await stack.operator.enrolToken(1);
  const state = path.join(folder, 'state');
  const args = ['--server', stack.url, '--enrol', token, '--state', state, '--allow-power'];
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const agent = spawn(NODE_EXECUTABLE, [await programFile('agent'), ...args], { env, stdio: 'ignore' });
  const ended = new Promise((resolve) => agent.once('exit', resolve));
  return {
    calls: () => readFile(calls, 'utf8').catch(() => ''),
    async [Symbol.asyncDispose]() {
      agent.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const latest = async (client: Client) => (await client.call(listCommands, all)).objects[0];

test('[CMD-10] the real agent restarts, and a reboot that does not happen is not called done', async ({ start }) => {
  const stack = await start();
  const client = await stack.signIn();
  await using agent = await startAgent(stack);
  const guid = await eventually(async () => {
    const [device] = (await client.call(listDevices, all)).objects;
    expect(device?.alive).toBe(1);
    return device!.guid;
  });
  const sql = postgres(stack.databaseAdminUrl);
  const startId = async () => (await sql`select agent_start_id, protocol from devices`)[0];
  await eventually(async () =>
    expect(await startId()).toMatchObject({ protocol: PROTOCOL_VERSION, agent_start_id: expect.any(String) }),
  );
  const before = await startId();

  await client.call(issueCommand, { params: { guid }, body: { type: 'agent_restart' } });
  const done = await eventually(async () => {
    const row = await latest(client);
    expect(row).toMatchObject({ type: 'agent_restart', state: 'done', message: null });
    return row!;
  });
  const { observed } = done.result as { observed: { agent_start_id: string } };
  expect(observed.agent_start_id).not.toBe(before?.['agent_start_id']);

  await client.call(issueCommand, { params: { guid }, body: { type: 'reboot' } });
  await eventually(async () => expect(await agent.calls()).toBe('-r now\n'));
  await eventually(async () =>
    expect(await latest(client)).toMatchObject({ type: 'reboot', state: 'running', message: 'waiting_for_effect' }),
  );
  await sql`
    update commands set accepted_at = now() - interval '16 minutes', effect_by = now() - interval '1 minute'
    where type = 'reboot'`;
  await eventually(async () =>
    expect(await latest(client)).toMatchObject({ state: 'failed', message: 'effect_not_observed' }),
  );
  await sql.end();
});
