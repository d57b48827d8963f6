import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { packDownloadsWhenStale } from '@vigil/infra/downloads/pack';
import { runToEnd } from '@vigil/infra/local/processes/run';
import { listDevices } from '@vigil/shared/contract/http/devices';
import { eventually } from '../../support/eventually.ts';
import { startStack } from '../../support/stack.ts';
import { startWatcher } from '../../support/watcher.ts';
import { processorMs } from './processor-ms.ts';
import { round, type Verdict } from './report.ts';

// What an agent costs on its device, installed from its package: its memory and processor while no user watches it,
// then while one sees its screen and its load, each over a minute; and how large each package is.
const SETTLE_MS = 30_000;
const MEASURE_MS = 60_000;
const GOAL_PACKAGE_MB = 60;
const GOAL_RESIDENT_MIB = 70;
const GOAL_CORE_PERCENT = 0.5;

const megabytes = (bytes: number): number => round(bytes / 1e6, 1);

/** Packs everything; npm fetches what was not packed here before. */
async function packAll(folder: string): Promise<Verdict[]> {
  const sizes: Verdict[] = [];
  await packDownloadsWhenStale(folder, {
    packages: 'all',
    onPacked: ({ kind, file_name, bytes }) => {
      const size = megabytes(bytes.byteLength);
      if (kind !== 'agent') return;
      sizes.push({
        figure: file_name,
        vigil: `${size} MB`,
        wanted: `at most ${GOAL_PACKAGE_MB} MB`,
        met: size <= GOAL_PACKAGE_MB,
      });
    },
  });
  return sizes;
}

/** Resident memory, and that with each shared page divided by its users, in MiB as rest.bench.ts counts. */
async function memoryOf(pid: number): Promise<{ resident: number; proportional: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const read = (name: string) => round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(text)?.[1]) / 1_024, 0);
  return { resident: read('Rss'), proportional: read('Pss') };
}

async function measure(pid: number) {
  await delay(SETTLE_MS);
  const before = await processorMs(pid);
  await delay(MEASURE_MS);
  const core = round((((await processorMs(pid)) - before) / MEASURE_MS) * 100);
  return { ...(await memoryOf(pid)), core };
}

/** Linux only, because its packages cannot be unpacked and run elsewhere. */
export async function measureInstalledAgent(): Promise<Verdict[]> {
  if (process.platform !== 'linux') return [];
  const home = await mkdtemp(path.join(tmpdir(), 'vigil-agent-bench-'));
  await using _home = { [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }) };
  const sizes = await packAll(home);
  await runToEnd('tar', ['-xzf', path.join(home, `vigil-agent-linux-${process.arch}.tar.gz`), '-C', home]);
  const app = path.join(home, 'vigil-agent');

  await using stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
  const client = await stack.signIn();
  const options = [
    '--server',
    stack.url,
    '--enrol',
    await stack.operator.enrolToken(1),
    '--state',
    path.join(home, 'state'),
  ];
  // As its service starts it.
  const unit = await readFile(path.join(app, 'vigil-agent.service'), 'utf8');
  const flags = /^ExecStart="@NODE@" (?<flags>.*) "@PREFIX@/mu.exec(unit)?.groups?.['flags']?.split(' ') ?? [];
  const settings = /^Environment=(?<settings>.*)$/mu.exec(unit)?.groups?.['settings']?.split(' ') ?? [];
  const environment = Object.fromEntries(settings.map((setting) => setting.split('=')));
  const agent = spawn(path.join(app, 'node'), [...flags, path.join(app, 'vigil-agent.mjs'), ...options], {
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: 'ignore',
  });
  using _agent = { [Symbol.dispose]: () => void agent.kill('SIGTERM') };
  const device = await eventually(
    async () => {
      const { objects } = await client.call(listDevices, { query: { search_mode: 'all' } });
      const online = objects.find(({ alive }) => alive === 1);
      if (!online) throw new Error('the agent has not connected');
      return online;
    },
    { timeout: 30_000 },
  );
  const pid = agent.pid ?? 0;
  const idle = await measure(pid);
  await using watcher = await startWatcher(client);
  await watcher.socket.timeout(5_000).emitWithAck('watch_device', { pk: device.pk, processes: true });
  await watcher.socket
    .timeout(5_000)
    .emitWithAck('watch_thumbnails', { devices: [device.pk], width: 320, interval_ms: 1_000 });
  const watched = await measure(pid);
  return [
    ...sizes,
    {
      figure: `memory of the agent at rest (proportional ${idle.proportional} MiB)`,
      vigil: `${idle.resident} MiB`,
      wanted: `at most ${GOAL_RESIDENT_MIB} MiB`,
      met: idle.resident <= GOAL_RESIDENT_MIB,
    },
    {
      figure: 'processor of the agent at rest',
      vigil: `${idle.core} % of a core`,
      wanted: `at most ${GOAL_CORE_PERCENT} %`,
      met: idle.core <= GOAL_CORE_PERCENT,
    },
    {
      figure: `memory of the watched agent (proportional ${watched.proportional} MiB)`,
      vigil: `${watched.resident} MiB`,
      wanted: '–',
      met: true,
    },
    { figure: 'processor of the watched agent', vigil: `${watched.core} % of a core`, wanted: '–', met: true },
  ];
}
