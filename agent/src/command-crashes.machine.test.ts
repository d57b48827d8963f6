import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from '@vigil/shared/contract/command';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AgentOptions } from './agent.ts';
import type { Installer } from './executors/executor.ts';
import { detachedProcessRunner } from './host/detached-process-runner.ts';
import type { InstallerRunner } from './host/installer-runner.ts';
import { createSystemInstaller } from './host/installer.ts';
import { folderStore, type StateStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { orderOf, script } from './testing/install-orders.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'vigil-crashes-'))));
// An installer that outlives its agent may write a last file meanwhile.
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

const inFolder = (name: string) => join(folder, name);
const storeAt = (name: string) => folderStore(inFolder(name), () => undefined);

/** The process of an agent, which ends at one of its writes to the disk. */
class Process {
  isDead = false;
  /** Writes since it has been counting. */
  writes = 0;
  isCounting = false;
  end = (): void => undefined;
  readonly store: StateStore;

  /** `isWritten`: it ends right after that write, otherwise right before it. */
  constructor(store: StateStore, { endsAt, isWritten }: { endsAt: number; isWritten: boolean }) {
    const change = (write: () => void) => {
      const isLast = this.isCounting && !this.isDead && (this.writes += 1) > endsAt;
      if (isLast && isWritten) write();
      if (isLast) {
        this.isDead = true;
        this.end();
      }
      if (this.isDead) throw new Error('the process has ended');
      write();
    };
    this.store = {
      read: (name) => store.read(name),
      write: (name, text) => change(() => store.write(name, text)),
      append: (name, text, how) => change(() => store.append(name, text, how)),
      remove: (name) => change(() => store.remove(name)),
    };
  }
}

interface Scenario {
  readonly command: (gateway: TestGateway) => Command;
  /** Of each process of the agent; what one that has ended would still do does not happen. */
  readonly options: (process: { readonly isDead: boolean }, state: string) => Partial<AgentOptions>;
}

/** What the server is told of the end of a command, in this order. */
const endsOf = (gateway: TestGateway, id: string) =>
  gateway.received.command_progress.filter((one) => one.id === id && (one.state === 'done' || one.state === 'failed'));

interface Outcome {
  readonly isOver: boolean;
  readonly ends: ReturnType<typeof endsOf>;
}

/** Ends the agent at a write, and starts it again twice. `isOver`: there were fewer writes. */
async function crash(
  { command: make, options }: Scenario,
  at: { endsAt: number; isWritten: boolean },
  state: string,
): Promise<Outcome> {
  await using gateway = await TestGateway.start();
  const first = new Process(storeAt(state), at);
  await using agent = createTestAgent(gateway, { store: first.store, ...options(first, state) });
  first.end = () => agent.stop();
  await agent.start();
  await eventually(() => agent.state === 'connected');
  const command = make(gateway);
  first.isCounting = true;
  const isAcknowledged = () => storeAt(state).read('commands.jsonl')?.includes('"isReported":true') === true;
  void gateway.sendRaw(command).catch(() => undefined);
  await eventually(() => first.isDead || isAcknowledged());
  agent.stop();
  await eventually(() => gateway.sockets.length === 0);

  await using next = createTestAgent(gateway, { store: storeAt(state), ...options({ isDead: false }, state) });
  await next.start();
  await eventually(() => next.state === 'connected');
  // The server asks again, as it does until it knows that the agent has the command.
  await gateway.sendRaw(command);
  await eventually(isAcknowledged);
  const ends = endsOf(gateway, command.id);
  next.stop();
  await eventually(() => gateway.sockets.length === 0);

  const alive = gateway.received.alive.length;
  await using last = createTestAgent(gateway, { store: storeAt(state), ...options({ isDead: false }, state) });
  await last.start();
  await eventually(() => gateway.received.alive.length > alive);
  expect(endsOf(gateway, command.id)).toEqual(ends);
  expect(await gateway.sendRaw(command)).toMatchObject({ state: ends[0]?.state });
  return { isOver: !first.isDead, ends };
}

/** Every write of a scenario, before and after it. */
async function crashEverywhere(
  scenario: Scenario,
  check: (outcome: Outcome, state: string) => Promise<void> | void,
): Promise<number> {
  for (let endsAt = 0; ; endsAt += 1) {
    for (const isWritten of [false, true]) {
      const state = `state ${endsAt} ${isWritten}`;
      const outcome = await crash(scenario, { endsAt, isWritten }, state);
      await check(outcome, state);
      if (outcome.isOver) return endsAt;
    }
  }
}

test('[CMD-5] [CMD-6] the end of a command is reported, and as one, at whichever write the agent ends', async () => {
  const args = { mac_addr: '02:00:00:00:00:09', target_device_pk: 9 };
  const hosts = new Map<string, FakeHost>();
  const hostOf = (state: string) => {
    const host = hosts.get(state) ?? new FakeHost();
    hosts.set(state, host);
    return host;
  };
  const writes = await crashEverywhere(
    {
      command: (gateway) => gateway.signed({ type: 'wol', args }),
      options: (_process, state) => ({ host: hostOf(state) }),
    },
    ({ ends }, state) => {
      expect(new Set(ends.map((one) => one.state)).size).toBe(1);
      expect(hostOf(state).woken.length).toBeLessThanOrEqual(1);
      if (ends[0]?.state === 'done') expect(hostOf(state).woken).toHaveLength(1);
      else expect(ends[0]?.message).toBe('agent_interrupted');
    },
  );
  expect(writes).toBeGreaterThan(3);
});

test('[CMD-6] an application is installed once, its program started once, and both reported, at whichever write the agent ends', async () => {
  const starts = new Map<string, number>();
  const installerAt = (state: string, process: { readonly isDead: boolean }): Installer => {
    const programs: InstallerRunner = {
      ...detachedProcessRunner,
      run: (line, of) => (process.isDead ? new Promise(() => undefined) : detachedProcessRunner.run(line, of)),
      start: async () => (starts.set(state, (starts.get(state) ?? 0) + 1), 'started'),
    };
    const installer = createSystemInstaller(inFolder(state), { programs });
    const file = fileOf(state);
    return {
      ...installer,
      install: (order, { report }) =>
        process.isDead
          ? new Promise(() => undefined)
          : installer.install(
              { ...order, size: file.length, sha256: orderOf(file).sha256 },
              {
                download: async () => Readable.from([file]),
                report(percent) {
                  report(percent);
                  if (process.isDead) throw new Error('the process has ended');
                },
              },
            ),
    };
  };
  const fileOf = (state: string) => script(`echo run >> '${inFolder(`${state} runs`)}'; echo installed`);
  const runsOf = (state: string) => {
    const file = inFolder(`${state} runs`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const { action: _action, command: _command, ...job } = orderOf(script(''), { run_after: ['/bin/true'] });
  const results = new Set<string>();
  await crashEverywhere(
    {
      command: (gateway) => gateway.signed({ type: 'application_install', args: { ...job } }),
      options: (process, state) => ({ installer: installerAt(state, process) }),
    },
    async ({ ends }, state) => {
      const [end] = ends;
      results.add(end?.message ?? end?.state ?? '');
      // What has run is not called interrupted.
      expect([state, end?.state, runsOf(state)]).toEqual(
        end?.state === 'done' ? [state, 'done', 'run\n'] : [state, 'failed', ''],
      );
      expect(starts.get(state) ?? 0).toBe(end?.state === 'done' ? 1 : 0);
      const result = { exit_code: 0, output: 'installed\n', run_after: 'started' };
      if (end?.state === 'done') for (const one of ends) expect(one.result).toEqual(result);
      const kept = inFolder(`${state}/installing`);
      // Removed once the end is reported.
      await eventually(() => !existsSync(kept) || readdirSync(kept).length === 0);
    },
  );
  expect(results).toEqual(new Set(['done', 'agent_interrupted']));
});

test('[CMD-5] what only a damaged report queue held is reported', async () => {
  await using gateway = await TestGateway.start();
  const store = storeAt('state');
  gateway.progressAck = null;
  const command = await (async () => {
    await using agent = createTestAgent(gateway, { store });
    await agent.start();
    await eventually(() => agent.state === 'connected');
    const order = gateway.signed({ type: 'process_list', args: {} });
    await gateway.sendRaw(order);
    await eventually(() => endsOf(gateway, order.id).length === 1);
    return order;
  })();
  store.write('report-queue.json', '[{"event"');
  gateway.progressAck = { ok: true };
  await using next = createTestAgent(gateway, { store });
  await next.start();
  await eventually(() => endsOf(gateway, command.id).length === 2);
  expect(endsOf(gateway, command.id)[1]).toEqual(endsOf(gateway, command.id)[0]);
});
