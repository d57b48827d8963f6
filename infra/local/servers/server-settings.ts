import type { LocalConfig } from '../config.ts';
import { runToEnd } from '../processes/run.ts';
import { sameRedisUrls } from '../redis/redis-access-rights.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from '../runtime.ts';
import { StartProblem } from '../start-problem.ts';
import { apiSpec, gatewaySpec, relaySpec, workersSpec, type SystemPlan } from './server-specs.ts';

// As TypeScript, because on a first start the bundles are yet to be built.
const checkOf = (program: 'api' | 'gateway' | 'relay' | 'workers'): string =>
  fromRoot(program, 'src', 'check-settings.ts');

/**
 * The settings of the servers, which are their own, judged by their own rules before anything starts.
 * @throws StartProblem of one line that says which setting is wrong, and its rule
 */
export async function assertServerSettings(config: LocalConfig): Promise<void> {
  const plan = planOf(config);
  const ports = { public: 1, operators: 1 };
  const checks = [
    { file: checkOf('api'), env: apiSpec(plan, ports).env },
    { file: checkOf('gateway'), env: gatewaySpec(plan, ports).env },
    { file: checkOf('relay'), env: relaySpec(plan, ports).env },
    { file: checkOf('workers'), env: workersSpec(plan, ports.public).env },
  ];
  const results = await Promise.all(
    checks.map(({ file, env }) => runToEnd(NODE_EXECUTABLE, [file], { cwd: ROOT, env: { ...process.env, ...env } })),
  );
  const refused = results.find(({ code }) => code !== 0);
  if (refused) throw new StartProblem(refused.stderr.trim().split('\n')[0] || 'the settings could not be checked');
}

/** What the start decides later, as values that keep every rule. */
function planOf(config: LocalConfig): SystemPlan {
  const { PUBLIC_URL, SMTP_URL, LOG_LEVEL, REDIS_ALLOW_EVICTION, DATA_DIR, PAYMENT_PROVIDER } = config;
  const [database, redis] = ['postgres://127.0.0.1/vigil', 'redis://127.0.0.1'];
  return {
    bundles: '',
    databaseUrls: { owner: database, api: database, system: database },
    redisUrls: sameRedisUrls(redis),
    keysFile: 'keys.json',
    dataDir: DATA_DIR,
    webDir: 'web',
    publicUrl: PUBLIC_URL ?? 'http://localhost',
    logLevel: LOG_LEVEL,
    allowsEviction: REDIS_ALLOW_EVICTION,
    smtpUrl: SMTP_URL,
    paymentProvider: PAYMENT_PROVIDER,
    mailboxKey: 'drawn when it is needed',
    origin: PUBLIC_URL,
  };
}
