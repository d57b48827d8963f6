import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts a `systemd-run` and a `systemctl` into a folder that stand in for those of a system with systemd: a unit is a
 * group of processes of its own with its own environment, which outlives the caller. Only what the agent uses is there.
 * @returns the folder, for `PATH`
 */
export function installFakeSystemd(home: string): string {
  const tools = join(home, 'tools');
  mkdirSync(join(home, 'units'), { recursive: true });
  mkdirSync(tools);
  for (const [name, source] of Object.entries({ 'systemd-run': RUN, systemctl: CONTROL })) {
    writeFileSync(
      join(tools, name),
      `#!${process.execPath}\nconst UNITS = ${JSON.stringify(join(home, 'units'))};\n${source}`,
    );
    chmodSync(join(tools, name), 0o755);
  }
  return tools;
}

const RUN = `
const { spawn } = require('node:child_process');
const { existsSync, openSync, writeFileSync } = require('node:fs');
const end = process.argv.indexOf('--');
const options = process.argv.slice(2, end);
const all = (name) => options.filter((option) => option.startsWith(name)).map((option) => option.slice(name.length));
const [unit] = all('--unit=');
const properties = Object.fromEntries(all('--property=').map((text) => text.split(/=(.*)/s)));
// systemd replaces what looks like a variable; the units here have none.
const line = process.argv.slice(end + 1).map((word) => word.replace(/\\$(\\$|\\w+|\\{\\w+\\})/g, (_, name) => (name === '$' ? '$' : '')));
const file = UNITS + '/' + unit;
const save = (state) => writeFileSync(file, JSON.stringify(state));
if (process.env.FAKE_UNIT === undefined) {
  if (existsSync(file)) process.exit(1);
  const env = { PATH: process.env.PATH, FAKE_UNIT: unit, ...Object.fromEntries(all('--setenv=').map((text) => text.split(/=(.*)/s))) };
  spawn(process.execPath, process.argv.slice(1), { detached: true, stdio: 'ignore', env }).unref();
  const wait = () => (existsSync(file) ? process.exit(0) : setTimeout(wait, 10));
  wait();
} else {
  delete process.env.FAKE_UNIT;
  const out = properties.StandardOutput ? openSync(properties.StandardOutput.replace('file:', ''), 'w') : 'ignore';
  const child = spawn(line[0], line.slice(1), { detached: true, stdio: ['ignore', out, out] });
  const begin = () => save({ ActiveState: 'active', SubState: 'running', ExecMainCode: '0', ExecMainStatus: '0', pid: child.pid });
  child.once('error', () => save({ ActiveState: 'failed', SubState: 'failed', ExecMainCode: '1', ExecMainStatus: '203' }));
  child.once('spawn', begin);
  child.once('exit', (code, signal) => {
    if (!existsSync(file)) return;
    const isGood = code === 0;
    save({
      ActiveState: isGood ? 'active' : 'failed',
      SubState: isGood ? 'exited' : 'failed',
      ExecMainCode: signal === null ? '1' : '2',
      ExecMainStatus: String(signal === null ? code : 15),
    });
  });
}
`;

const CONTROL = `
const { existsSync, readFileSync, rmSync } = require('node:fs');
const [verb] = process.argv.slice(2);
const unit = process.argv.at(-1);
const file = UNITS + '/' + unit;
const state = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
if (verb === 'show') {
  const shown = state === null ? { LoadState: 'not-found', ActiveState: 'inactive' } : { LoadState: 'loaded', ...state };
  for (const [name, value] of Object.entries(shown)) console.log(name + '=' + value);
} else if (verb === 'stop') {
  rmSync(file, { force: true });
  try {
    if (state?.SubState === 'running') process.kill(-state.pid, 'SIGTERM');
  } catch {}
} else if (verb === 'reset-failed') {
  if (state?.ActiveState === 'failed') rmSync(file, { force: true });
}
`;
