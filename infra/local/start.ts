import { parseLocalConfig, settingsTable, type LocalConfig } from './config.ts';
import { startLocalRun, type RunningSystem } from './local-run.ts';
import { createStartProgress } from './progress.ts';
import { StartProblem } from './start-problem.ts';
import { createTeardown } from './teardown.ts';

const print = (line: string): void => console.log(line);
const teardown = createTeardown(print);
let stopping = false;

async function stop(code: number): Promise<never> {
  stopping = true;
  await teardown.run();
  process.exit(code);
}

function onSignal(signal: NodeJS.Signals): void {
  // The terminal and npm both send the signal, so a second one is ignored.
  if (stopping) return;
  print(`${signal === 'SIGINT' ? '\n' : ''}stopping …`);
  void stop(signal === 'SIGINT' ? 130 : 0);
}

async function main(): Promise<void> {
  const config = parseLocalConfig(process.argv.slice(2), process.env);
  if (config === 'help') return print(settingsTable());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  const started = performance.now();
  const running = await startLocalRun(config, {
    // This program is one of them.
    bundles: import.meta.dirname,
    progress: createStartProgress((line) => stopping || print(line)),
    teardown,
    onStoreLost(name, how) {
      if (stopping) return;
      print(
        `${name} ended by itself (${how}), so everything stops: see ${config.DATA_DIR}/logs/${name.toLowerCase()}.log`,
      );
      void stop(1);
    },
  });
  if (stopping) return;
  print(
    `  everything runs after ${((performance.now() - started) / 1_000).toFixed(1)} s; data and logs are in ${config.DATA_DIR}`,
  );
  if (running.mailbox !== undefined) print(`  mail is kept, since there is no SMTP_URL: ${running.mailbox}`);
  print(`ready ${running.url} · ${signIn(config, running)}`);
}

function signIn(config: LocalConfig, { firstRun }: RunningSystem): string {
  const who = `sign in as ${firstRun.admin_id}`;
  if (firstRun.password !== undefined) return `${who} with the password ${firstRun.password} (shown only this once)`;
  if (firstRun.created && config.ADMIN_PASSWORD !== undefined) return `${who} with the password of ADMIN_PASSWORD`;
  return `${who} with the password from the first start`;
}

try {
  await main();
} catch (error) {
  if (!stopping) {
    console.error(error instanceof StartProblem ? `✗ ${error.message}` : error);
    await stop(1);
  }
}
