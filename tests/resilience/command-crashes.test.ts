// @module-tag slow
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentStartIdentity } from '@vigil/shared/contract/agent-facts';
import {
  createApplication,
  installApplication,
  uploadApplicationPiece,
} from '@vigil/shared/contract/http/applications';
import { issueCommand } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { CommandId, type ApplicationPk } from '@vigil/shared/contract/ids';
import type { CommandState } from '@vigil/shared/contract/names';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { isFinalCommandState } from '@vigil/shared/domain/command-life';
import fc from 'fast-check';
import postgres from 'postgres';
import { startAgentProcess, type AgentProcess } from '../support/agent-process.ts';
import { CallFailed, type Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { expect, test } from '../support/system-test.ts';

const ROUNDS = 6;
const victims = ['api', 'worker', 'gateway', 'agent'] as const;

/** Who is killed in a round; and, of each, when, and for how long it is away, in milliseconds. */
const round = fc.record({
  names: fc.shuffledSubarray([...victims], { minLength: 1 }),
  times: fc.array(fc.record({ at: fc.nat(800), away: fc.nat(1_000) }), { minLength: 4, maxLength: 4 }),
});

/** An application whose installer notes its command, which is the name of its folder, each time it runs. */
async function uploadInstaller(client: Client, { folder }: AgentProcess) {
  const runs = path.join(folder, 'runs');
  const file = Buffer.from(`#!/bin/sh\necho "$0" >> '${runs}'\nsleep 0.3\n`);
  const body = { name: 'Example', version: '1.0', file_name: 'example.sh', size: file.length };
  const [created] = (await client.call(createApplication, { body })).objects;
  if (created === undefined) throw new Error('the application was not created');
  const address = `${API_BASE}${uploadApplicationPiece.path.replace(':pk', String(created.pk))}?offset=0`;
  const headers = { 'content-type': 'application/octet-stream' };
  const reply = await client.fetch(address, { method: 'PUT', headers, body: new Uint8Array(file) });
  expect(reply.status).toBe(200);
  const lines = () => readFileSync(runs, { encoding: 'utf8', flag: 'a+' }).split('\n');
  return { pk: created.pk, runsOf: (id: string) => lines().filter((line) => line.includes(id)).length };
}

/** Repeats a request with its id until it is answered. @returns the commands that the API has accepted */
async function requestUntilAnswered(request: () => Promise<CommandId[]>): Promise<CommandId[]> {
  return eventually(() =>
    request().catch((error: unknown) => {
      // The device is offline, say.
      if (error instanceof CallFailed && error.status < 500) return [];
      throw error;
    }),
  );
}

const onlineDevice = (client: Client) =>
  eventually(async () => {
    const [device] = (await client.call(listDevices, { query: { search_mode: 'all' } })).objects;
    if (device?.alive !== 1) throw new Error('the device is not online');
    return device;
  });

/**
 * A command whose effect the test counts, one whose effect servers observe, and one whose result is the whole of it.
 */
async function issueAll(client: Client, application: ApplicationPk): Promise<CommandId[]> {
  const { pk, guid } = await onlineDevice(client);
  const install = { params: { pk: String(application) }, body: { device_pks: [pk], bulk_id: randomUUID() } };
  const issue = (type: 'information' | 'agent_restart') => {
    const id = CommandId.parse(randomUUID());
    return requestUntilAnswered(async () => {
      const { objects } = await client.call(issueCommand, { params: { guid }, body: { type, id } });
      return 'id' in objects ? [objects.id] : [];
    });
  };
  const accepted = await Promise.all([
    requestUntilAnswered(async () =>
      (await client.call(installApplication, install)).objects.commands.map(({ id }) => id),
    ),
    issue('information'),
    issue('agent_restart'),
  ]);
  return accepted.flat();
}

interface Kill {
  readonly at: number;
  readonly away: number;
}

async function killAndStart(victim: ServerProcess | AgentProcess | undefined, { at, away }: Kill): Promise<void> {
  await delay(at);
  await victim?.kill();
  await delay(away);
  await victim?.start();
}

interface Row {
  id: string;
  type: string;
  state: CommandState;
  message: string | null;
  before: AgentStartIdentity;
  result: { readonly observed?: AgentStartIdentity } | null;
  ends: CommandState[];
}

test('[CMD-6] each command ends exactly once with a true state, whichever of API, worker, gateway and agent are killed meanwhile', async ({
  start,
}) => {
  const stack = await start();
  const client = await stack.signIn();
  await using agent = await startAgentProcess(stack);
  await onlineDevice(client);
  const installer = await uploadInstaller(client, agent);
  const seed = Date.now() % 2 ** 31;
  const accepted = new Set<string>();
  const {
    api,
    workers: [worker],
    gateways: [gateway],
  } = stack;
  const processes = { api, worker, gateway, agent };
  for (const { names, times } of fc.sample(round, { seed, numRuns: ROUNDS })) {
    await onlineDevice(client);
    const [ids] = await Promise.all([
      issueAll(client, installer.pk),
      ...names.map((name, i) => killAndStart(processes[name], times[i]!)),
    ]);
    for (const id of ids) accepted.add(id);
  }

  const sql = postgres(stack.databaseAdminUrl, { max: 1 });
  await using _sql = { [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }) };
  // What an agent was sent and did not answer, it is asked 20 s after the deadline, which is a minute.
  const rows = await eventually(
    async () => {
      const found = await sql<Row[]>`
        select id, type, state, message, before, result, array(
          select s.state from command_steps s where s.command_fk = c.id and s.state in ('done', 'failed', 'expired')) as ends
        from commands c`;
      expect(found.filter(({ state }) => !isFinalCommandState(state))).toEqual([]);
      return found;
    },
    { timeout: 180_000, every: 500 },
  );
  const outcomes = rows.map(({ type, state, message }) => [type, state, message].join(' ').trim());
  console.info(`seed ${seed}: ${outcomes.toSorted().join(', ')}`);
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([...accepted]));
  for (const { id, type, state, message, before, result, ends } of rows) {
    const seen = { seed, id, type, state, message };
    expect({ ...seen, ends }).toEqual({ ...seen, ends: [state] });
    expect(message).not.toBe('outcome_unknown');
    if (type === 'application_install')
      expect({ ...seen, runs: installer.runsOf(id) }).toEqual({ ...seen, runs: state === 'done' ? 1 : 0 });
    if (type === 'agent_restart' && state === 'done')
      expect(result?.observed?.agent_start_id).not.toBe(before.agent_start_id);
  }
});
