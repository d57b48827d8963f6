import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles } from './build-bundles.ts';
import { STANDALONE_PROGRAM_SOURCES } from './programs.ts';

// npm run bundle -- --out /srv/vigil    the folder of a production install, complete after `npm ci` in it
const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) throw new Error('usage: npm run bundle -- --out FOLDER');
const folder = path.resolve(values.out);
await mkdir(folder, { recursive: true });
await buildBundles(folder, STANDALONE_PROGRAM_SOURCES);
console.log(`${folder}: node ${path.join(folder, 'api.mjs')} after npm ci in it`);
