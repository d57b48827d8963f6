import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { WATCHDOG_GRACE_MS, WATCHDOG_NAME } from '../local/processes/child-process.ts';
import { readCommandLine, readProcessStartTime } from '../local/processes/processes.ts';

/**
 * What a run sees of the environment that it was started in: how to find and to download programs, and its own options.
 * Everything else (DATABASE_URL, LOG_LEVEL, TZ, LANG) would change results on one machine only.
 */
const KEPT = [
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|TEMP|TMP|SystemRoot|SystemDrive|CI|NO_COLOR)$/u,
  /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|SSL_CERT_FILE|SSL_CERT_DIR)$/iu,
  /^npm_(?:config_|execpath$)/iu,
  /^(?:CHROMIUM_PATH|PLAYWRIGHT_BROWSERS_PATH|TEST_RECORD|UPDATE_SCREENS|VISIBILITY_RUNS)$/u,
];

/** In the environment of every process of a run: the run's name. By it a later run finds what a killed one left. */
const RUN_VARIABLE = 'TEST_RUN';

const FOLDER = /^vigil-test-(?<run>\d+-\d+)$/u;
const GRACE_MS = WATCHDOG_GRACE_MS + 1_500;

export function dropUnknownVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (!KEPT.some((kept) => kept.test(name))) delete env[name];
}

export type TestRunTempEnvironment = {
  /** For the processes of the run: their temporary files are below one folder. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends every process of the run but this one, and removes its temporary files. */
  end(): Promise<void>;
};

/** Clears what killed runs left behind, and gives this one its name and its temporary folder. */
export async function beginTestRun(say: (line: string) => void): Promise<TestRunTempEnvironment> {
  // The start time too: a number of a process is given again.
  const run = `${process.pid}-${(await readProcessStartTime(process.pid)) ?? 0}`;
  await clearKilledRuns(say);
  const parent = tmpdir();
  const folder = path.join(parent, `vigil-test-${run}`);
  // Postgres runs as another user and has to enter it.
  await mkdir(folder, { mode: 0o755 });
  return {
    env: { [RUN_VARIABLE]: run, TMPDIR: folder, TEST_PORTS_DIR: path.join(parent, 'vigil-test-ports') },
    async end() {
      await killAll((await processesOfRuns()).filter((one) => one.run === run));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function clearKilledRuns(say: (line: string) => void): Promise<void> {
  const processes = await processesOfRuns();
  const folders = (await readdir(tmpdir())).flatMap((name) => FOLDER.exec(name)?.groups?.['run'] ?? []);
  for (const run of new Set([...processes.map((one) => one.run), ...folders])) {
    if (await isUnderWay(run)) continue;
    const left = processes.filter((one) => one.run === run);
    say(`  clearing what a killed run left: ${left.length} processes`);
    await killAll(left);
    await rm(path.join(tmpdir(), `vigil-test-${run}`), { recursive: true, force: true });
  }
}

async function isUnderWay(run: string): Promise<boolean> {
  const [pid, startTime] = run.split('-');
  return (await readProcessStartTime(Number(pid))) === startTime;
}

type RunProcess = { pid: number; run: string };

/** Of all runs on this machine. Only Linux shows the environment of a process; elsewhere the list is empty. */
async function processesOfRuns(): Promise<RunProcess[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      const entry = environment.split('\0').find((one) => one.startsWith(`${RUN_VARIABLE}=`));
      return entry === undefined ? [] : [{ pid, run: entry.slice(RUN_VARIABLE.length + 1) }];
    }),
  );
  return found.flat();
}

/**
 * Also what they start while they end. Databases hide their environment behind a title; they are ended by their
 * watchdogs, when those who started them are dead.
 */
async function killAll(processes: readonly RunProcess[]): Promise<void> {
  const runs = new Set(processes.map(({ run }) => run));
  const deadline = Date.now() + GRACE_MS;
  for (let left = [...processes]; left.length > 0 && Date.now() < deadline;) {
    for (const { pid } of left) if (!(await readCommandLine(pid)).includes(WATCHDOG_NAME)) killNow(pid);
    await delay(50);
    left = (await processesOfRuns()).filter(({ run }) => runs.has(run));
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
