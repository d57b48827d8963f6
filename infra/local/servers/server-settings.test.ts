import { expect, test, vi } from 'vitest';
import { parseLocalConfig } from '../config.ts';
import { runToEnd } from '../processes/run.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../runtime.ts';
import { assertServerSettings } from './server-settings.ts';

function check(env: NodeJS.ProcessEnv): Promise<void> {
  const config = parseLocalConfig([], {});
  if (config === 'help') throw new Error('unexpected help');
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return assertServerSettings(config).finally(() => vi.unstubAllEnvs());
}

test('what is not set, or is decided by the start, keeps every rule', async () => {
  await check({ API_PORT: 'decided by the start', SUPPORT_CHAT_URL: 'https://chat.example.org' });
});

test.each([
  [{ SUPPORT_CHAT_URL: 'ftp://x' }, 'SUPPORT_CHAT_URL has to begin with http:// or https://'],
  [{ AGENT_BUDGET_FACTOR: '-1' }, 'AGENT_BUDGET_FACTOR has to be above 0, not -1'],
  [{ USAGE_DAYS: '0' }, 'USAGE_DAYS has to be at least 1, not 0'],
])('%o of a server is refused with one line', async (env, message) => {
  await expect(check(env)).rejects.toThrow(message);
});

test.each(['api', 'gateway', 'workers'])(
  '%s alone ends with one line as well, also for a level of its log',
  async (program) => {
    const env = { ...process.env, DATABASE_URL: 'postgres://127.0.0.1/vigil', KEYS_FILE: 'none', LOG_LEVEL: 'loud' };
    const { code, stdout, stderr } = await runToEnd(NODE_EXECUTABLE, [fromRoot(program, 'src', 'main.ts')], {
      cwd: ROOT,
      env,
    });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('"cannot start: LOG_LEVEL has to be one of')]);
  },
);
