import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageSets, packDownloadsWhenStale } from './pack.ts';

// npm run pack:agents -- [--out FOLDER] [--packages light|archives|all] [--installed] light fetches nothing: the
// packages need Node on the device. --installed takes those of this system from what is installed here.
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: '.data/downloads' },
    packages: { type: 'string', default: 'all' },
    installed: { type: 'boolean', default: false },
  },
});
const packages = packageSets.find((one) => one === values.packages);
if (packages === undefined) throw new Error(`--packages is one of ${packageSets.join(', ')}`);
const folder = path.resolve(values.out);
// What fetches for it ends with it.
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
const done = await packDownloadsWhenStale(folder, {
  packages,
  usesInstalled: values.installed,
  signal: stopping.signal,
  onPacked: ({ file_name, bytes }) => console.log(`${file_name}  ${(bytes.byteLength / 1e6).toFixed(1)} MB`),
});
console.log(`${folder}: ${done}`);
