import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fromRoot, NODE_EXECUTABLE, ROOT } from './runtime.ts';

// npm run bench            all of them
// npm run bench -- relay   those whose name holds the word
// npm run bench -- alerts --devices 50000   with options of the benchmark
const dir = fromRoot('tests', 'bench');
const given = process.argv.slice(2);
const firstOption = given.findIndex((text) => text.startsWith('--'));
const words = firstOption === -1 ? given : given.slice(0, firstOption);
const options = given.slice(words.length);
const files = (await readdir(dir)).filter((name) => name.endsWith('.bench.ts'));
const chosen = files.filter((name) => words.length === 0 || words.some((word) => name.includes(word))).toSorted();
if (chosen.length === 0)
  console.error(`no benchmark in tests/bench${words.length > 0 ? ` is called ${words.join(' or ')}` : ''}`);

// One after the other: side by side they would measure one another.
const failed: string[] = [];
for (const name of chosen) {
  console.log(`\n▸ ${name.replace(/\.bench\.ts$/u, '')}`);
  const child = spawn(NODE_EXECUTABLE, [path.join(dir, name), ...options], { cwd: ROOT, stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`\nfailed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 || chosen.length === 0 ? 1 : 0;
