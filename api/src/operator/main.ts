import { runOperator } from './program.ts';

process.exitCode = await runOperator(process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
});
