import { bundleWhenStale } from './bundle-when-stale.ts';
import { bundleFile, PROGRAMS, type ProgramName } from './programs.ts';

// For bootstrap.mjs, which starts programs by their names: builds the bundles when stale, and prints the file.
const isProgram = (name: string): name is ProgramName => Object.hasOwn(PROGRAMS, name);

const name = process.argv[2] ?? '';
if (!isProgram(name)) throw new Error(`no program is called "${name}": ${Object.keys(PROGRAMS).join(', ')}`);
console.log(bundleFile(await bundleWhenStale(), name));
