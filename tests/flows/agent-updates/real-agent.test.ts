// @module-tag slow
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unpackRelease } from '@vigil/agent/unpack';
import { bundleAgent } from '@vigil/infra/downloads/agent-bundle';
import { renderInstallTemplate } from '@vigil/infra/downloads/linux-package';
import { NODE_EXECUTABLE } from '@vigil/infra/local/runtime';
import type { DeviceRow } from '@vigil/shared/contract/device';
import { issueCommand, listCommands, type CommandRow } from '@vigil/shared/contract/http/commands';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { isFinalCommandState } from '@vigil/shared/domain/command-life';
import { expect, onTestFinished } from 'vitest';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import type { Stack } from '../../support/stack.ts';
import { test } from '../../support/system-test.ts';
import { restartPolicy } from './restart-policy.ts';
import { createVendor, ownPackage, temporaryFolder } from './vendor.ts';

/** So long a new version may take to connect, in seconds: on a busy machine its start alone takes several. */
const WITHIN = 20;

/** The service of an installed agent: started again only when, and after as long as, the unit in its package says. */
async function startService(stack: Stack, version: string) {
  const root = await temporaryFolder();
  const app = path.join(root, 'opt');
  const state = path.join(root, 'state');
  await mkdir(app);
  const archive = path.join(root, 'package.tar.gz');
  await writeFile(archive, await ownPackage(await bundleAgent(version)));
  await unpackRelease(archive, app);
  const token = await stack.operator.enrolToken(1);
  const args = [path.join(app, 'vigil-agent.mjs'), '--supervised', '--state', state, '--name', 'updated'];
  const env = { PATH: '', VIGIL_SERVER: stack.url, VIGIL_ENROL: token, VIGIL_UPDATE_WITHIN: String(WITHIN) };
  const policy = restartPolicy(await renderInstallTemplate('linux-vigil-agent.service'));
  let agent: ChildProcess | undefined;
  const stopping = new AbortController();
  const running = (async () => {
    do {
      agent = spawn(NODE_EXECUTABLE, args, { env, stdio: 'ignore' });
      const [code, signal] = (await once(agent, 'exit')) as [number | null, NodeJS.Signals | null];
      if (!policy.restartsAfter(code, signal)) return;
      await delay(policy.afterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    } while (!stopping.signal.aborted);
  })();
  onTestFinished(async () => {
    stopping.abort();
    agent?.kill('SIGTERM');
    await running;
  });
  return {
    app,
    /** What the process of the service runs by now. */
    program: async () => (await readFile(`/proc/${agent?.pid}/cmdline`, 'utf8')).split('\0'),
  };
}

const deviceThat = (client: Client, fields: Partial<DeviceRow>): Promise<DeviceRow> =>
  eventually(async () => {
    const [device] = (await client.call(listDevices, { query: { search_mode: 'all' } })).objects;
    expect(device).toMatchObject(fields);
    if (device === undefined) throw new Error('there is no device');
    return device;
  });

/** Updates a device over the API of the console. @returns its command when it has ended */
async function update(client: Client, { guid }: DeviceRow): Promise<CommandRow> {
  const { objects } = await client.call(issueCommand, { params: { guid }, body: { type: 'update' } });
  if (!('id' in objects)) throw new Error('the command was not issued');
  return eventually(async () => {
    const command = (await client.call(listCommands)).objects.find(({ id }) => id === objects.id);
    if (!command || !isFinalCommandState(command.state)) throw new Error(`the command is ${command?.state}`);
    return command;
  });
}

/** It cannot reach its gateway, because it looks for another one. */
const CANNOT_CONNECT = "process.env.VIGIL_GATEWAY = 'http://127.0.0.1:9';";
const CRASHES = 'process.exit(9);';

/** At its first start, what tried it is killed, as by a power failure. */
const killsOnce = (marker: string) => `
  const fs = process.getBuiltinModule('node:fs');
  if (process.env.VIGIL_RUNS && !fs.existsSync('${marker}')) {
    fs.writeFileSync('${marker}', '');
    process.kill(process.ppid, 'SIGKILL');
    process.exit(0);
  }`;

/** It connects, and the process that tries it is killed before it has noted that. */
const IS_NEVER_NOTED = `
  if (process.send) process.send = () => setTimeout(() => process.kill(process.ppid, 'SIGKILL'), 3_000);`;

test(
  '[UPD-4] the real agent goes forward to signed releases, and returns from broken ones',
  { skip: process.platform !== 'linux' },
  async ({ start }) => {
    const stack = await start();
    const client = await stack.signIn();
    const vendor = await createVendor(stack);
    /** `first` runs before the program. */
    const publish = async (version: string, first = '') => {
      const bundle = await bundleAgent(version);
      const bytes = await ownPackage({ ...bundle, program: `${first}\n${bundle.program}` });
      await vendor.publish(version, { [`linux-${process.arch}`]: bytes });
    };
    const service = await startService(stack, '1.0.0');
    await deviceThat(client, { alive: 1, cs_ver: '1.0.0', latest_ver: null });

    await publish('1.1.0');
    const outdated = await deviceThat(client, { alive: 1, latest_ver: '1.1.0' });
    expect(await update(client, outdated)).toMatchObject({ state: 'done', message: null });
    const updated = await deviceThat(client, { alive: 1, cs_ver: '1.1.0' });
    // One process, which the new version has replaced.
    await eventually(async () => expect((await service.program())[1]).toContain('versions/1.1.0/'));
    await expect(client.call(issueCommand, { params: updated, body: { type: 'update' } })).rejects.toMatchObject({
      error: { code: 'already_newest' },
    });

    for (const [version, first, reason] of [
      ['1.2.0', CANNOT_CONNECT, 'update_not_connected'],
      ['1.3.0', CRASHES, 'update_crashed'],
      ['1.3.1', IS_NEVER_NOTED, 'update_interrupted'],
    ] as const) {
      await publish(version, first);
      const before = await deviceThat(client, { alive: 1, latest_ver: version });
      expect(await update(client, before)).toMatchObject({ state: 'failed', message: reason });
      await deviceThat(client, { alive: 1, cs_ver: '1.1.0' });
    }

    await publish('1.4.0', killsOnce(path.join(service.app, 'killed')));
    const next = await deviceThat(client, { alive: 1, latest_ver: '1.4.0' });
    expect(await update(client, next)).toMatchObject({ state: 'done' });
    await deviceThat(client, { alive: 1, cs_ver: '1.4.0' });
    expect(await readdir(service.app)).toContain('killed');
    await eventually(async () => expect(await readdir(path.join(service.app, 'versions'))).toEqual(['1.4.0']));
  },
);
