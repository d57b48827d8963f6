import path from 'node:path';
import { parseArgs } from 'node:util';

import { packDownloadsWhenStale } from './pack.ts';

// npm run pack:agents -- [--out FOLDER] [--light]    --light fetches nothing: the packages need Node on the device
const { values } = parseArgs({
  options: { out: { type: 'string', default: '.data/downloads' }, light: { type: 'boolean', default: false } },
});
const folder = path.resolve(values.out);
const done = await packDownloadsWhenStale(folder, {
  complete: !values.light,
  onPacked: ({ file_name, bytes }) => console.log(`${file_name}  ${(bytes.byteLength / 1e6).toFixed(1)} MB`),
});
console.log(`${folder}: ${done}`);
