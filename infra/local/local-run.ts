import path from 'node:path';
import type { PackageSet } from '../downloads/pack.ts';
import type { LocalConfig } from './config.ts';
import { assertFreeDiskSpace, ensureWritableDataDir } from './data-dir.ts';
import { prepareDatabase } from './postgres/prepare-database.ts';
import { openRotatingLogFile, type LogFile } from './processes/log-file.ts';
import { assertPortFree, pickFreePort } from './processes/ports.ts';
import { runToEnd } from './processes/run.ts';
import { logChildLine, superviseChild } from './processes/supervise.ts';
import type { StartProgress } from './progress.ts';
import { reasonOf } from './reason-of.ts';
import { parseTrustedProxies } from './reverse-proxy/client-address.ts';
import { assertTlsFiles } from './reverse-proxy/tls-files.ts';
import type { RunContext } from './run-context.ts';
import { claimDataFolder } from './run-record.ts';
import { fromRoot, NODE_EXECUTABLE, ROOT } from './runtime.ts';
import { makeAgentEnrolTokens, startAgents } from './servers/agents.ts';
import { ensureKeyFile } from './servers/ensure-keys.ts';
import {
  createOperatorCli,
  writeOperatorCliSettings,
  type FirstRunResult,
  type OperatorCli,
} from './servers/operator.ts';
import { assertServerSettings } from './servers/server-settings.ts';
import { downloadsDir, mailboxUrl } from './servers/server-specs.ts';
import { startServers } from './servers/servers.ts';
import { buildWebWhenStale } from './servers/web-client.ts';
import { loadKeptSecrets } from './stores/kept-secrets.ts';
import { startStores } from './stores/stores.ts';
import type { Teardown } from './teardown.ts';

export type RunningSystem = { url: string; firstRun: FirstRunResult; mailbox: string | undefined };

type RunDependencies = {
  /** The folder of the programs. */
  bundles: string;
  progress: StartProgress;
  teardown: Teardown;
  onStoreLost(name: string, how: number | string): void;
};

/** From nothing to a system that serves. What it starts is in the teardown as soon as it runs. */
export async function startLocalRun(config: LocalConfig, surroundings: RunDependencies): Promise<RunningSystem> {
  const { progress, teardown, bundles } = surroundings;
  parseTrustedProxies(config.TRUST_PROXY);
  await Promise.all([assertServerSettings(config), assertTlsFiles(config), ensureWritableDataDir(config.DATA_DIR)]);
  await assertFreeDiskSpace(config.DATA_DIR);
  const record = await claimDataFolder(config.DATA_DIR, progress.say);
  teardown.onEnd(() => record[Symbol.dispose]());
  await assertPortFree(config.PORT, config.HOST);
  const secrets = await loadKeptSecrets(config.DATA_DIR);
  const context = createContext(config, surroundings, record);

  const building = progress.step('web client', buildWebWhenStale);
  // It is awaited below, after what does not depend on it.
  building.catch(() => {});
  // In the background, and its failure stops nothing: until it is done the list of downloads is empty.
  const packing = new AbortController();
  teardown.onEnd(() => packing.abort());
  const pack = (packages: PackageSet) => packDownloads(downloadsDir(config.DATA_DIR), packages, packing.signal);
  const packed = progress.step('downloads', () => pack('light'));
  packed.catch(() => {});
  const stores = await startStores(config, secrets, context);
  const url = publicUrl(config);
  const keysFile = path.join(config.DATA_DIR, 'keys.json');
  const addresses = {
    DATABASE_URL: stores.databaseUrls.system,
    REDIS_URL: stores.redisUrls.admin,
    KEYS_FILE: keysFile,
    PUBLIC_URL: url,
  };
  await writeOperatorCliSettings(config.DATA_DIR, addresses);
  const operator = createOperatorCli(addresses, bundles);
  const [firstRun, , webDir] = await Promise.all([
    prepareDatabase(config, { databaseUrl: stores.databaseUrls.owner, operator, bundles }, context),
    progress.step('keys', async (note) => note(await ensureKeyFile(keysFile, operator))),
    building,
  ]);
  const plan = {
    ...stores,
    bundles,
    keysFile,
    dataDir: config.DATA_DIR,
    webDir,
    publicUrl: url,
    logLevel: config.LOG_LEVEL,
    allowsEviction: config.REDIS_ALLOW_EVICTION,
    smtpUrl: config.SMTP_URL,
    paymentProvider: config.PAYMENT_PROVIDER,
    mailboxKey: secrets.operators.mailboxKey,
    origin: config.PUBLIC_URL,
  };
  const apiPorts = { public: await pickFreePort(), operators: secrets.operators.port };
  const server = `http://127.0.0.1:${config.TLS_CERT === undefined ? config.PORT : secrets.reverseProxy.port}`;
  const [tokens] = await Promise.all([
    makeAgentEnrolTokens({ config, server, operator, bundles }, context),
    startServers({ config, plan, localPort: secrets.reverseProxy.port, apiPorts }, context),
  ]);
  await startAgents({ config, bundles, server, tokens }, context);
  const isNewFleet = Object.keys(tokens.sites).length > 0;
  // In the background, while the fleet enrols, and without a word: the sign-in stays the last line.
  if (isNewFleet)
    writePast(operator, config.SIM_AGENTS).catch((cause: unknown) =>
      progress.say(`no simulated past: ${reasonOf(cause)}`),
    );
  // Without a word, too: the page of downloads says what is being made, and offers what there is. What could not be
  // fetched is tried again by the next start.
  if (config.AGENT_PACKAGES === 'archives')
    packed
      .then(() => pack('archives'))
      .catch((cause: unknown) => {
        using log = openRotatingLogFile(context.logDir, 'downloads');
        log.write(`${new Date().toISOString()} ${reasonOf(cause)}`);
      });
  return { url, firstRun, mailbox: config.SMTP_URL === undefined ? mailboxUrl(plan, apiPorts) : undefined };
}

const writePast = (operator: OperatorCli, devices: number): Promise<unknown> =>
  operator.json(['simulate-history', '--devices', String(devices)]);

/** In a process of its own, which ends: what packs takes memory that this one would keep for weeks. */
async function packDownloads(folder: string, packages: PackageSet, signal: AbortSignal): Promise<void> {
  const main = fromRoot('infra', 'downloads', 'pack-main.ts');
  const args = [main, '--packages', packages, '--installed', '--out', folder];
  const { code, stderr } = await runToEnd(NODE_EXECUTABLE, args, { cwd: ROOT, signal, isInBackground: true });
  if (code !== 0) throw new Error(stderr.trim());
}

function createContext(config: LocalConfig, surroundings: RunDependencies, record: RunContext['record']): RunContext {
  const { progress, teardown, onStoreLost } = surroundings;
  const logDir = path.join(config.DATA_DIR, 'logs');
  const logs = new Map<string, LogFile>();
  const logOf = (name: string): LogFile => {
    const log = logs.get(name) ?? openRotatingLogFile(logDir, name);
    logs.set(name, log);
    return log;
  };
  return {
    dataDir: config.DATA_DIR,
    logDir,
    progress,
    teardown,
    record,
    watchStore: (name, exited) => void exited.then((how) => onStoreLost(name, how)),
    async startChild(stage, spec) {
      const child = await superviseChild(spec, {
        onLine(name, line, stream) {
          const echo = logChildLine(logOf(name), name, line, stream);
          if (echo !== undefined) progress.say(echo);
        },
        onStart: (name, pid) => void record.add(name, pid),
        onCrash: (name, how, pause) =>
          progress.say(`${name} ended with ${how}; starting it again in ${pause} ms (see ${logOf(name).file})`),
      });
      teardown.add(stage, child);
      return child;
    },
  };
}

function publicUrl(config: LocalConfig): string {
  if (config.PUBLIC_URL !== undefined) return config.PUBLIC_URL.replace(/\/+$/u, '');
  const host = ['0.0.0.0', '::', '127.0.0.1'].includes(config.HOST) ? 'localhost' : config.HOST;
  const protocol = config.TLS_CERT === undefined ? 'http' : 'https';
  return `${protocol}://${host.includes(':') ? `[${host}]` : host}:${config.PORT}`;
}
