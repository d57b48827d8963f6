import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { runToEnd, type FinishedProcess } from '../local/processes/run.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../local/runtime.ts';
import { buildWebWhenStale } from '../local/servers/web-client.ts';
import { SNAPSHOTS_FOLDER, snapshotsIn } from '../migrations/snapshots.ts';

/** One tool that `npm test` runs; it counts as one test. */
export type Check = {
  readonly name: string;
  readonly title: string;
  /** Answers with what is wrong, or nothing; the first line that names a file is repeated at the end of the run. */
  run(): Promise<string | undefined>;
};

/** Beside the tests, which wait for limits of time. */
const tool = (file: string, ...args: string[]): Promise<FinishedProcess> =>
  runToEnd(NODE_EXECUTABLE, [fromRoot('node_modules', file), ...args], { cwd: ROOT, isInBackground: true });

const failure = ({ code, stdout, stderr }: FinishedProcess): string | undefined =>
  code === 0 ? undefined : `${stdout}\n${stderr}`.trim() || `it ended with ${code}`;

const toolCheck = (name: string, title: string, ...command: [file: string, ...args: string[]]): Check => ({
  name,
  title,
  run: async () => failure(await tool(...command)),
});

const types = (title: string, project: string): Check => {
  // A second run checks what has changed since. Each further checker works out most types again: four of them are no
  // faster on two cores, and cost twice the processor time.
  const state = fromRoot('dist', 'types', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const flags = ['--checkers', '1', '--incremental', '--tsBuildInfoFile', state];
  return toolCheck('types', title, 'typescript/bin/tsc', '-p', project, ...flags);
};

const lint = (...files: string[]): Check => ({
  name: 'lint',
  title: 'lint',
  async run() {
    // One thread of its type checker takes a seventh less processor time than one a core.
    const env = { ...process.env, GOMAXPROCS: '1' };
    const args = [fromRoot('node_modules/oxlint/bin/oxlint'), '--format=unix', ...files];
    return failure(await runToEnd(NODE_EXECUTABLE, args, { cwd: ROOT, env, isInBackground: true }));
  },
});
const format = (...files: string[]): Check =>
  toolCheck('format', 'format', 'oxfmt/bin/oxfmt', '--list-different', ...files);

/** Of the repository as a whole, in seconds. */
const common = (): Check[] => [
  toolCheck('unused', 'nothing unused', 'knip/bin/knip.js', '--no-progress'),
  { name: 'schema', title: 'migrations match the tables', run: checkMigrations },
  toolCheck('texts', 'texts in every language', 'i18next-cli/dist/esm/cli.js', 'status'),
];

const bothTypes = (): Check[] => [
  types('types (servers, tests)', 'tsconfig.json'),
  types('types (client)', 'web/tsconfig.json'),
];

const size: Check = { name: 'size', title: 'client builds and stays small', run: checkSize };

/** Ordered so that, two at a time, the long ones start first. */
export const allChecks = (): Check[] => [...bothTypes(), size, lint(), format(), ...common()];

/** @param changed files, relative to the repository */
export function quickChecks(changed: readonly string[]): Check[] {
  const code = changed.filter((file) => /\.(?:tsx?|mjs)$/u.test(file));
  const written = changed.filter((file) => /\.(?:tsx?|mjs|css|json|md)$/u.test(file));
  return [
    ...bothTypes(),
    ...(changed.some((file) => /^(?:web|shared)\//u.test(file)) ? [size] : []),
    ...(code.length > 0 ? [lint(...code)] : []),
    ...(written.length > 0 ? [format(...written)] : []),
    ...common(),
  ];
}

async function checkSize(): Promise<string | undefined> {
  const env = { ...process.env, WEB_DIR: await buildWebWhenStale() };
  const problem = failure(
    await runToEnd(NODE_EXECUTABLE, [fromRoot('node_modules', 'size-limit/bin.js')], { cwd: ROOT, env }),
  );
  const blocks = problem?.split(/\n\s*\n/u) ?? [];
  // What is too large first: the report at the end of a run repeats one line.
  const [large, others] = [true, false].map((is) => blocks.filter((block) => block.includes('exceeded') === is));
  return (
    problem &&
    [...(large ?? []).map((block) => block.trim().replace(/\s*\n\s*/gu, ', ')), ...(others ?? [])].join('\n\n')
  );
}

/** Lets drizzle-kit generate onto a copy: a new file there is a change of tables that has no migration. */
async function checkMigrations(): Promise<string | undefined> {
  const snapshots = snapshotsIn(await readdir(SNAPSHOTS_FOLDER));
  if (snapshots.length !== 1)
    return `only the newest snapshot is kept, not ${snapshots.join(', ')}: see npm run migration`;
  const home = fromRoot('shared/src/platform/db');
  // Its own paths are relative, so the copy has to be below the repository.
  const copy = await mkdtemp(fromRoot('node_modules', '.vigil-migrations-'));
  try {
    await cp(path.join(home, 'migrations'), copy, { recursive: true });
    const before = await readdir(copy);
    const schema = path.relative(ROOT, path.join(home, 'schema', '*.ts'));
    const flags = ['--dialect=postgresql', `--schema=./${schema}`, `--out=${path.relative(ROOT, copy)}`];
    const generated = await tool('drizzle-kit/bin.cjs', 'generate', ...flags);
    const fresh = (await readdir(copy)).filter((name) => !before.includes(name));
    if (fresh.length > 0)
      return `the tables changed without a migration: ${fresh.join(', ')} (npm run migration)\n${generated.stdout}`;
    return failure(generated);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
