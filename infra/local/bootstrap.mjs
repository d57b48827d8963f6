// Gets from a fresh clone to the programs, which are TypeScript for the Node of the lockfile. It needs nothing but
// Node 20 and npm, so it may import only what comes with Node:
//   node infra/local/bootstrap.mjs start|test|bench [args]
//   node infra/local/bootstrap.mjs program <name> [args]   one of infra/bundles/programs.ts, as a bundle
//   node infra/local/bootstrap.mjs run <file> [args]       TypeScript as it is
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = 20;
const RUNTIME_NODE = 24;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(MODULES, '.vigil-stamp');
const NODE_PACKAGE = path.join(MODULES, 'node');
const NODE = path.join(NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const EXIT_WITH_PARENT = pathToFileURL(path.join(ROOT, 'infra', 'local', 'exit-with-parent.mjs')).href;
const LOCATE_BUNDLE = path.join(ROOT, 'infra', 'bundles', 'locate-main.ts');
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const SCRIPTS = { test: 'infra/test-runner/main.ts', bench: 'infra/local/bench.ts' };

// A reverse proxy that passes 10,000 agents on holds 20,000 sockets; only root may go beyond what the system set (see PROXIES).
const MANY_FILES = 'ulimit -n 262144 2>/dev/null || ulimit -n "$(ulimit -Hn)" 2>/dev/null; exec "$0" "$@"';

const [verb, ...rest] = process.argv.slice(2);
try {
  const { file, program, args } = whatToRun(verb, rest);
  checkOwnNode();
  await installWhenStale();
  const node = await findRuntime();
  const [place, ...flags] = file ? [file] : locateBundle(node, program);
  launch(node, [...flags, '--import', EXIT_WITH_PARENT, place, ...args]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function whatToRun(name, args) {
  if (name === 'run' && args[0]) return { file: path.resolve(ROOT, args[0]), args: args.slice(1) };
  if (name === 'program' && args[0]) return { program: args[0], args: args.slice(1) };
  if (name === 'start') return { program: name, args };
  const script = Object.hasOwn(SCRIPTS, name ?? '') ? SCRIPTS[name] : undefined;
  if (!script) {
    throw new Error(
      'usage: node infra/local/bootstrap.mjs start|test|bench [args], or program <name> [args], or run <file> [args]',
    );
  }
  return { file: path.join(ROOT, script), args };
}

function checkOwnNode() {
  if (majorOf(process.versions.node) >= OLDEST_NODE) return;
  throw new Error(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE} or later from https://nodejs.org`,
  );
}

function majorOf(version) {
  return Number.parseInt(version.replace(/^v/u, ''), 10);
}

async function installWhenStale() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').trim() : '';
  if (installed === wanted) return;
  if (holdsLockfile()) return writeFileSync(STAMP, wanted);
  const why = existsSync(MODULES) ? 'the lockfile changed' : 'first run, a minute or two';
  await withProgress(`Installing packages (${why})`, () =>
    // Where the lockfile lacks what another registry offers, `ci` refuses it; `install` takes its versions all the same.
    npm(['ci', ...QUIET]).catch(() => npm(['install', '--no-save', ...QUIET])),
  );
  mkdirSync(MODULES, { recursive: true });
  writeFileSync(STAMP, wanted);
}

// npm was run by hand: its own record of node_modules agrees with the lockfile.
function holdsLockfile() {
  const hidden = path.join(MODULES, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const [wanted, present] = [path.join(ROOT, 'package-lock.json'), hidden].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  );
  return Object.entries(wanted).every(
    ([place, entry]) =>
      !place.includes('node_modules/') || entry.optional || entry.link || present[place]?.version === entry.version,
  );
}

async function findRuntime() {
  if (runtimeWorks(NODE)) return NODE;
  // npm may have been told to skip install scripts, and this package fetches its program in one.
  const script = path.join(NODE_PACKAGE, 'installArchSpecificPackage.js');
  if (existsSync(script)) {
    await withProgress(`Fetching Node ${RUNTIME_NODE} (npm skipped its install script)`, () =>
      end(
        spawn(process.execPath, [script], {
          cwd: NODE_PACKAGE,
          stdio: ['ignore', 'ignore', 'pipe'],
          env: npmFreeEnv(),
        }),
      ),
    ).catch(() => {});
  }
  if (runtimeWorks(NODE)) return NODE;
  if (majorOf(process.versions.node) >= RUNTIME_NODE) return process.execPath;
  throw new Error(
    `Node ${RUNTIME_NODE} could not be fetched from npm: check the network and run this again, or install Node ${RUNTIME_NODE}`,
  );
}

function runtimeWorks(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  return status === 0 && majorOf(stdout) >= RUNTIME_NODE;
}

// The script runs an npm of its own, which must not take our settings (workspace, prefix) for its own.
function npmFreeEnv() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(?:config_(?:local_prefix|workspace|prefix)|package_|lifecycle_)/u.test(name),
    ),
  );
}

async function npm(args) {
  const cli = process.env.npm_execpath;
  const viaNode = cli?.endsWith('.js') && existsSync(cli);
  const command = viaNode ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const child = spawn(command, viaNode ? [cli, ...args] : args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32' && !viaNode,
  });
  await end(child).catch((error) => {
    throw new Error(`the packages could not be installed:\n${error.message}`);
  });
}

function end(child) {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => (errors += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(tail(errors) || `it ended with ${code}`)),
    );
  });
}

function tail(text) {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== 'npm error')
    .slice(0, 6)
    .join('\n');
}

async function withProgress(title, work) {
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  console.log(`▸ ${title} …`);
  const ticking = setInterval(() => console.log(`  … still at it after ${seconds()}`), 15_000);
  try {
    await work();
  } finally {
    clearInterval(ticking);
  }
  console.log(`✓ ${title} · ${seconds()}`);
}

/** The bundle of a program, built when stale, and the flags that Node starts it with. */
function locateBundle(node, program) {
  const { status, stdout } = spawnSync(node, [LOCATE_BUNDLE, program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${program} could not be started`);
  return stdout.trim().split('\n');
}

function launch(node, args) {
  // The IPC channel is what ties them: when this process ends in any way, the other end closes and the program ends too.
  const program = [node, ...args];
  const [command, ...options] = process.platform === 'win32' ? program : ['sh', '-c', MANY_FILES, ...program];
  // Compiled code is kept, with the types already stripped: a second start loads it instead of making it again.
  const env = { NODE_COMPILE_CACHE: path.join(MODULES, '.cache', 'compiled'), ...process.env };
  const child = spawn(command, options, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    console.error(`${node} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
  if (process.env.npm_lifecycle_event) followNpm(child);
}

// A killed npm leaves its script running, where Ctrl-C no longer reaches it. Between npm and this process is the
// shell that runs the script.
function followNpm(child) {
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = parents();
  setInterval(() => parents() === before || child.kill('SIGTERM'), 500).unref();
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return '';
  }
}
