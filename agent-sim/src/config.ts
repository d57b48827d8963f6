import { parseArgs } from 'node:util';
import * as z from 'zod';
import type { FleetOptions } from './fleet.ts';
import { scenarioNames, scenarios, type ScenarioName } from './scenarios.ts';

export type FleetConfig = Readonly<
  Required<Omit<FleetOptions, 'log' | 'stateFolder' | 'siteTokens' | 'times'>> &
    Pick<FleetOptions, 'stateFolder' | 'siteTokens'>
>;

export interface ListSitesConfig {
  readonly sitesOf: { readonly count: number; readonly seed: number };
}

/** Invalid configuration; the message names the setting and the reason, in one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const summaries = scenarioNames
  .map((name) => `                     ${name.padEnd(12)} ${scenarios[name].summary}`)
  .join('\n');

export const helpText = `Vigil simulated fleet: many devices in one process, each with the agent of real devices.

  VIGIL_ENROL=TOKEN npm run agents -- --count 2000 --server URL

  --count N        number of devices (50)         VIGIL_SIM_COUNT
  --server URL     address of the server          VIGIL_SERVER
  --enrol TOKEN    enrolment token; other users   VIGIL_ENROL
                   see it in the list of
                   processes
  --seed N         same seed, same devices (1)    VIGIL_SIM_SEED
  --rate N         connections per second (200)   VIGIL_SIM_RATE
  --state DIR      folder for the credentials     VIGIL_SIM_STATE
  --allow-plain-http                              VIGIL_ALLOW_PLAIN_HTTP=1
                   allow a server without https
                   beyond this computer
  --gateway URL    address of the gateway,        VIGIL_GATEWAY
                   instead of the one that the
                   server names
  --scenario NAME  behaviour of the fleet         VIGIL_SIM_SCENARIO
${summaries}
  --sites          print the sites of the fleet as
                   JSON, as the command
                   enrol-sites of operators
                   takes them, and end
  --help           show this help

The devices are added to the group of the enrolment token. VIGIL_ENROL_SITES, a JSON object of tokens by site
("Asia/Seoul/Offices"), distributes them.
`;

type Environment = Readonly<Record<string, string | undefined>>;

const options = {
  count: { type: 'string' },
  server: { type: 'string' },
  enrol: { type: 'string' },
  seed: { type: 'string' },
  rate: { type: 'string' },
  state: { type: 'string' },
  scenario: { type: 'string' },
  'allow-plain-http': { type: 'boolean' },
  gateway: { type: 'string' },
  sites: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `help` when `--help` was given; the fleet whose sites are asked for with `--sites`. */
export function parseConfig(args: readonly string[], env: Environment): FleetConfig | ListSitesConfig | 'help' {
  const flags = readFlags(args);
  if (flags.help) return 'help';
  if (flags.sites) return { sitesOf: sizeOf(flags, env) };
  const gateway = flags.gateway ?? env['VIGIL_GATEWAY'];
  return Object.freeze({
    server: urlOf('--server', flags.server ?? env['VIGIL_SERVER']),
    enrolToken: enrolTokenOf(flags, env),
    ...sizeOf(flags, env),
    rate: numberOf('--rate', flags.rate ?? env['VIGIL_SIM_RATE'] ?? '200'),
    siteTokens: siteTokensOf(env['VIGIL_ENROL_SITES']),
    stateFolder: flags.state ?? env['VIGIL_SIM_STATE'],
    transport: {
      allowPlainHttp: flags['allow-plain-http'] ?? env['VIGIL_ALLOW_PLAIN_HTTP'] === '1',
      gateway: gateway ? urlOf('--gateway', gateway) : undefined,
    },
    scenario: scenarioOf(flags.scenario ?? env['VIGIL_SIM_SCENARIO'] ?? 'steady'),
  });
}

/** Which devices a fleet consists of. */
const sizeOf = (flags: { count?: string | undefined; seed?: string | undefined }, env: Environment) => ({
  count: numberOf('--count', flags.count ?? env['VIGIL_SIM_COUNT'] ?? '50'),
  seed: numberOf('--seed', flags.seed ?? env['VIGIL_SIM_SEED'] ?? '1'),
});

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** A fleet that was enrolled before, or whose sites have tokens of their own, may need none. */
function enrolTokenOf(flags: { enrol?: string | undefined; state?: string | undefined }, env: Environment): string {
  const token = flags.enrol ?? env['VIGIL_ENROL'];
  const mayNeedNone = (flags.state ?? env['VIGIL_SIM_STATE']) !== undefined || env['VIGIL_ENROL_SITES'];
  return mayNeedNone ? (token ?? '') : required('--enrol', token);
}

function required(flag: string, text: string | undefined): string {
  if (!text) throw new ConfigError(`${flag} is missing`);
  return text;
}

function urlOf(flag: string, text: string | undefined): string {
  const url = URL.parse(required(flag, text));
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new ConfigError(`${flag}: "${text}" is not an http(s) URL`);
  return required(flag, text).replace(/\/+$/, '');
}

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new ConfigError(`${flag}: "${text}" is not a whole number above 0`);
  return value;
}

const SiteTokens = z.record(z.string(), z.string());

function siteTokensOf(text: string | undefined): Record<string, string> | undefined {
  if (!text) return undefined;
  try {
    return SiteTokens.parse(JSON.parse(text));
  } catch {
    throw new ConfigError('VIGIL_ENROL_SITES is not a JSON object of tokens by site');
  }
}

function scenarioOf(text: string): ScenarioName {
  const name = scenarioNames.find((one) => one === text);
  if (name === undefined) throw new ConfigError(`--scenario: "${text}" is not one of ${scenarioNames.join(', ')}`);
  return name;
}
