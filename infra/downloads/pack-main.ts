import path from 'node:path';
import { parseArgs } from 'node:util';

import { packWhenStale } from './pack.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: '.data/downloads' } } });
const folder = path.resolve(values.out);
console.log(`${folder}: ${await packWhenStale(folder)}`);
