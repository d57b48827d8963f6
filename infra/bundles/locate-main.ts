import { bundleWhenStale } from './bundle-when-stale.ts';
import {
  bundlePathOf,
  nodeFlagsOf,
  REPOSITORY_ONLY_PROGRAM_SOURCES,
  STANDALONE_PROGRAM_SOURCES,
  type ProgramName,
} from './programs.ts';

// For bootstrap.mjs, which starts programs by their names: builds the bundles when stale, and prints the file, then the
// flags of Node.
const known = { ...STANDALONE_PROGRAM_SOURCES, ...REPOSITORY_ONLY_PROGRAM_SOURCES };
const isProgram = (name: string): name is ProgramName => Object.hasOwn(known, name);

const name = process.argv[2] ?? '';
if (!isProgram(name)) throw new Error(`no program is called "${name}": ${Object.keys(known).join(', ')}`);
console.log([bundlePathOf(await bundleWhenStale(), name), ...nodeFlagsOf(name)].join('\n'));
