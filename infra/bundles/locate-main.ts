import { bundleWhenStale } from './bundle-when-stale.ts';
import { bundleFile, NODE_FLAGS, PROGRAMS, type ProgramName } from './programs.ts';

// For bootstrap.mjs, which starts a bundle by the name of its program: builds it when stale, and prints where it is.
const isProgram = (name: string): name is ProgramName => Object.hasOwn(PROGRAMS, name);

const name = process.argv[2] ?? '';
if (!isProgram(name)) throw new Error(`no program is called "${name}": ${Object.keys(PROGRAMS).join(', ')}`);
console.log(JSON.stringify({ file: bundleFile(await bundleWhenStale(), name), flags: NODE_FLAGS }));
