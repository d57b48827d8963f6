import path from 'node:path';
import { hashSources } from '../../bundles/folder-hash.ts';
import { bundlePathOf } from '../../bundles/programs.ts';
import type { LocalConfig } from '../config.ts';
import { runToEnd } from '../processes/run.ts';
import type { RunContext } from '../run-context.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../runtime.ts';
import type { FirstRunResult, OperatorCli } from '../servers/operator.ts';
import { StartProblem } from '../start-problem.ts';
import { addClusterNotes, readNotes, type CompletedDatabaseSetup } from './cluster-notes.ts';

const SCHEMA = fromRoot('shared/src/platform/db');

/** The newest schema and the first company. What our own database is known to have is not asked for again. */
export async function prepareDatabase(
  config: LocalConfig,
  { databaseUrl, operator, bundles }: { databaseUrl: string; operator: OperatorCli; bundles: string },
  { progress, dataDir }: RunContext,
): Promise<FirstRunResult> {
  const own = config.DATABASE_URL === undefined ? path.join(dataDir, 'postgres') : undefined;
  const notes: CompletedDatabaseSetup = own === undefined ? {} : await readNotes(own);
  const schemaHash = await hashSources([SCHEMA]);
  await progress.step('database schema', async (note) => {
    if (notes.schemaHash === schemaHash) return note('up to date');
    await migrate(databaseUrl, bundles);
    note('migrated');
  });
  const firstRun = await progress.step('first company', async (note) => {
    if (notes.adminId !== undefined) {
      note('known');
      return { created: false, admin_id: notes.adminId };
    }
    const done = await operator.firstRun({ id: config.ADMIN_ID, password: config.ADMIN_PASSWORD });
    note(done.created ? 'made' : 'known');
    return done;
  });
  if (own !== undefined) await addClusterNotes(own, { schemaHash, adminId: firstRun.admin_id });
  return firstRun;
}

async function migrate(databaseUrl: string, bundles: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { code, stdout, stderr } = await runToEnd(NODE_EXECUTABLE, [bundlePathOf(bundles, 'migrate')], {
    cwd: ROOT,
    env,
  });
  if (code === 0) return;
  const [first] = `${stdout}${stderr}`.trim().split('\n');
  throw new StartProblem(`the database schema could not be brought up to date: ${first}`);
}
