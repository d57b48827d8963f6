import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { bundlePathOf } from '../../bundles/programs.ts';
import { runToEnd } from '../processes/run.ts';
import { NODE_EXECUTABLE, ROOT } from '../runtime.ts';
import { StartProblem } from '../start-problem.ts';

const FirstRun = z.object({ created: z.boolean(), admin_id: z.string(), password: z.string().optional() });
const EnrolToken = z.object({ enrol_token: z.string() });
const SiteTokens = z.array(z.object({ key: z.string(), enrol_token: z.string() }));

export type FirstRunResult = z.output<typeof FirstRun>;

/** The operators' command line, with the settings that it needs to reach the stores. */
export type OperatorCli = {
  makeKeys(file: string): Promise<void>;
  completeKeys(file: string): Promise<void>;
  firstRun(admin: { id: string; password: string | undefined }): Promise<FirstRunResult>;
  enrolToken(uses: number): Promise<string>;
  /** `users rights`, with options such as `--use-approval`. */
  changeRights(id: string, options: Readonly<Record<`--${string}`, 0 | 1>>): Promise<void>;
  /** Any command. @returns its answer as JSON */
  json(args: readonly string[]): Promise<unknown>;
  /** Creates the groups of the simulated fleet's sites. @returns a token for each site, by its key */
  siteTokens(sites: string): Promise<Record<string, string>>;
};

type Env = Readonly<Record<string, string | undefined>>;

export function createOperatorCli(env: Env, bundles: string): OperatorCli {
  const program = bundlePathOf(bundles, 'operator');
  const call = async (args: readonly string[], more: Env = {}): Promise<string> => {
    const options = { cwd: ROOT, env: { ...process.env, ...env, ...more } };
    const { code, stdout, stderr } = await runToEnd(NODE_EXECUTABLE, [program, ...args], options);
    if (code !== 0) throw new StartProblem(`operator ${args[0]} failed: ${lastLine(stderr) || lastLine(stdout)}`);
    return lastLine(stdout);
  };
  return {
    makeKeys: async (file) => void (await call(['keys', '--out', file])),
    completeKeys: async (file) => void (await call(['keys', '--complete', '--out', file])),
    async firstRun({ id, password }) {
      const line = await call(['first-run', '--json'], { ADMIN_ID: id, ADMIN_PASSWORD: password });
      return FirstRun.parse(JSON.parse(line));
    },
    async enrolToken(uses) {
      const line = await call(['enrol-token', '--uses', String(uses), '--hours', '1', '--json']);
      return EnrolToken.parse(JSON.parse(line)).enrol_token;
    },
    async changeRights(id, options) {
      await call(['users', 'rights', id, ...Object.entries(options).flatMap(([name, value]) => [name, String(value)])]);
    },
    json: async (args) => JSON.parse(await call([...args, '--json'])) as unknown,
    async siteTokens(sites) {
      const line = await call(['enrol-sites', '--sites', sites, '--json']);
      const rows = SiteTokens.parse(JSON.parse(line));
      return Object.fromEntries(rows.map((row) => [row.key, row.enrol_token]));
    },
  };
}

/** Leaves the addresses of what runs here for the command line, so that people need not type them. */
export const writeOperatorCliSettings = (dataDir: string, env: Readonly<Record<string, string>>): Promise<void> =>
  writeFile(path.join(dataDir, 'operator.json'), JSON.stringify(env), { mode: 0o600 });

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
