import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { runToEnd } from '../local/processes/run.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../local/runtime.ts';
import { SNAPSHOTS_FOLDER, snapshotsIn } from './snapshots.ts';

// npm run migration -- NAME    after a change in shared/src/platform/db/schema: writes the statements that make it
const [name] = process.argv.slice(2);
if (name === undefined || !/^[a-z][a-z0-9_]*$/u.test(name)) throw new Error('usage: npm run migration -- name_of_it');

const config = 'shared/src/platform/db/drizzle.config.ts';
const generate = [fromRoot('node_modules/drizzle-kit/bin.cjs'), 'generate', `--config=${config}`, `--name=${name}`];
const { code, stdout, stderr } = await runToEnd(NODE_EXECUTABLE, generate, { cwd: ROOT });
console.log(`${stdout}${stderr}`.trim());
process.exitCode = code === 0 ? 0 : 1;

// The next migration is compared with the newest only, and each is as long as all tables.
const older = snapshotsIn(await readdir(SNAPSHOTS_FOLDER)).slice(0, -1);
await Promise.all(older.map((file) => rm(path.join(SNAPSHOTS_FOLDER, file))));
