import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ScreenEnvironment } from './host/screen/screen.ts';
import type { ServerConnectionOptions } from './server-address.ts';
import { UPDATE_CONNECT_WITHIN_MS } from './updates/launcher.ts';

export interface DeviceLocation {
  readonly latitude: number;
  readonly longitude: number;
}

export interface AgentConfig {
  readonly server: string | undefined;
  readonly enrolToken: string | undefined;
  readonly stateFolder: string;
  readonly name: string | undefined;
  /** Where this device stands; undefined where nobody said so. */
  readonly location: DeviceLocation | undefined;
  readonly allowPower: boolean;
  readonly allowInstall: boolean;
  /** A supervisor starts the agent again when it exits with `RESTART_EXIT_CODE`. */
  readonly supervised: boolean;
  /** So long a new version of the agent may take to connect, in milliseconds. */
  readonly updateWithinMs: number;
  readonly transport: ServerConnectionOptions;
  readonly screen: ScreenEnvironment;
}

/** Invalid configuration; the message names the setting and the reason, in one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export const helpText = `Vigil agent: connects this device to a Vigil server, reports its state and executes commands.

  VIGIL_ENROL=TOKEN npm run agent -- --server URL

  --server URL     address of the server          VIGIL_SERVER
  --enrol TOKEN    enrolment token; other users   VIGIL_ENROL
                   of the device see it in the
                   list of processes
  --enrol-file FILE                               VIGIL_ENROL_FILE
                   a file that holds the token
                   (server and token are required at the first start only)
  --state DIR      folder for key and credential  VIGIL_STATE
  --name NAME      initial name in the console    VIGIL_NAME
  --location LAT,LON                              VIGIL_LOCATION
                   where this device stands, in
                   degrees, for the map
  --allow-power    allow the server to restart    VIGIL_ALLOW_POWER=1
                   and shut down this device,
                   and to end its processes
  --allow-install  allow the server to install    VIGIL_ALLOW_INSTALL=1
                   and remove applications
  --allow-plain-http                              VIGIL_ALLOW_PLAIN_HTTP=1
                   allow a server without https
                   beyond this device
  --virtual-desktop                               VIGIL_VIRTUAL_DESKTOP=1
                   where there is no display,
                   offer remote control one
                   that Xvfb makes, with a
                   terminal of this user
  --gateway URL    address of the gateway,        VIGIL_GATEWAY
                   instead of the one that the
                   server names
  --supervised     a service manager restarts     VIGIL_SUPERVISED=1
                   the agent when it exits with 75
                   seconds that an update may   VIGIL_UPDATE_WITHIN
                   take to connect (120)
  --help           show this help

Exit codes: 0 stopped or device deleted, 1 cannot start, 75 restart requested.
`;

type Environment = Readonly<Record<string, string | undefined>>;

const options = {
  server: { type: 'string' },
  enrol: { type: 'string' },
  'enrol-file': { type: 'string' },
  state: { type: 'string' },
  name: { type: 'string' },
  location: { type: 'string' },
  'allow-power': { type: 'boolean' },
  'allow-install': { type: 'boolean' },
  'allow-plain-http': { type: 'boolean' },
  'virtual-desktop': { type: 'boolean' },
  gateway: { type: 'string' },
  supervised: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `help` when `--help` was given. */
export function parseConfig(args: readonly string[], env: Environment, system = thisSystem()): AgentConfig | 'help' {
  const flags = readFlags(args);
  if (flags.help) return 'help';
  return Object.freeze({
    server: urlOf('--server', flags.server ?? nonEmpty(env['VIGIL_SERVER'])),
    enrolToken:
      flags.enrol ?? tokenIn(flags['enrol-file']) ?? nonEmpty(env['VIGIL_ENROL']) ?? tokenIn(env['VIGIL_ENROL_FILE']),
    stateFolder: flags.state ?? nonEmpty(env['VIGIL_STATE']) ?? defaultStateFolder(system, env),
    name: flags.name ?? nonEmpty(env['VIGIL_NAME']),
    location: locationOf(flags.location ?? nonEmpty(env['VIGIL_LOCATION'])),
    allowPower: flags['allow-power'] ?? isOn(env['VIGIL_ALLOW_POWER']),
    allowInstall: flags['allow-install'] ?? isOn(env['VIGIL_ALLOW_INSTALL']),
    supervised: flags.supervised ?? isOn(env['VIGIL_SUPERVISED']),
    updateWithinMs: secondsIn(env, 'VIGIL_UPDATE_WITHIN') ?? UPDATE_CONNECT_WITHIN_MS,
    transport: {
      allowPlainHttp: flags['allow-plain-http'] ?? isOn(env['VIGIL_ALLOW_PLAIN_HTTP']),
      gateway: urlOf('--gateway', flags.gateway ?? nonEmpty(env['VIGIL_GATEWAY'])),
    },
    screen: {
      platform: system.platform,
      display: nonEmpty(env['DISPLAY']),
      waylandDisplay: nonEmpty(env['WAYLAND_DISPLAY']),
      isVirtualAllowed: flags['virtual-desktop'] ?? isOn(env['VIGIL_VIRTUAL_DESKTOP']),
    },
  });
}

/** A file that is gone is no error: it is needed at the first start only, and is best deleted after it. */
function tokenIn(file: string | undefined): string | undefined {
  if (!file) return undefined;
  try {
    return nonEmpty(readFileSync(file, 'utf8').trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(`--enrol-file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface LocalSystem {
  platform: NodeJS.Platform;
  home: string;
  isRoot: boolean;
}

const thisSystem = (): LocalSystem => ({
  platform: process.platform,
  home: homedir(),
  isRoot: process.getuid?.() === 0,
});

/** A service keeps its state in the system's folder; an agent that a user started keeps it in the user's home. */
export function defaultStateFolder({ platform, home, isRoot }: LocalSystem, env: Environment): string {
  if (platform === 'win32') return join(env['ProgramData'] ?? 'C:\\ProgramData', 'Vigil Agent');
  if (platform === 'darwin') return join(isRoot ? '/' : home, 'Library', 'Application Support', 'Vigil Agent');
  if (isRoot) return '/var/lib/vigil-agent';
  return join(nonEmpty(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'vigil-agent');
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function urlOf(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new ConfigError(`${flag}: "${text}" is not an http(s) URL`);
  return text.replace(/\/+$/, '');
}

function locationOf(text: string | undefined): DeviceLocation | undefined {
  if (text === undefined) return undefined;
  const [latitude, longitude] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isPlace = latitude !== undefined && longitude !== undefined && text.split(',').length === 2;
  if (!isPlace || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180))
    throw new ConfigError(`--location: "${text}" is not a latitude and a longitude, such as 37.57,126.98`);
  return { latitude, longitude };
}

function secondsIn(env: Environment, name: string): number | undefined {
  const text = nonEmpty(env[name]);
  if (text === undefined) return undefined;
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0)
    throw new ConfigError(`${name}: "${text}" is not a number of seconds`);
  return Number(text) * 1_000;
}

const nonEmpty = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const isOn = (text: string | undefined): boolean => text === '1' || text === 'true';
