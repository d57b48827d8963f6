import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOperatorCli, type OperatorCli } from '@vigil/infra/local/servers/operator';
import {
  apiSpec,
  reverseProxySpec,
  gatewaySpec,
  mailboxUrl,
  relaySpec,
  workersSpec,
  type ServerPortPair as ServerPorts,
  type ServerSpec,
} from '@vigil/infra/local/servers/server-specs';
import { resolveWebBuildFolder } from '@vigil/infra/local/servers/web-client';
import { signIn as signInOnce } from '@vigil/shared/contract/http/sign-in';
import { connectClient, type Client } from './client.ts';
import { createTestDatabase, migrate, type TestDatabase } from './database.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { bundlesFolder } from './programs.ts';
import { startRedis, type TestRedis } from './redis.ts';
import { reservePorts } from './reserved-ports.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { within } from './within.ts';

export type StackOptions = {
  /** How many of each; 0 leaves them out. One each by default. */
  gateways?: number;
  workers?: number;
  /** At least one. */
  relays?: number;
  /** Several share the public port; each agent takes two of the files that one of them may have open. */
  proxies?: number;
  /** A Postgres of its own, that the test may stop and pause; else a database in the shared one. */
  ownPostgres?: boolean;
  /** More environment for all servers. */
  env?: Readonly<Record<string, string>>;
};

export type Stack = {
  /** The one public address: pages, API and sockets. */
  readonly url: string;
  /** The page of the mails that were sent. */
  readonly mailboxUrl: string;
  readonly databaseUrl: string;
  /** The same database as a superuser, whom row-level security does not hold. */
  readonly databaseAdminUrl: string;
  readonly redis: TestRedis;
  readonly postgres: TestPostgres | undefined;
  readonly api: ServerProcess;
  readonly gateways: readonly ServerProcess[];
  /** The first one of the relays. */
  readonly relay: ServerProcess;
  readonly relays: readonly ServerProcess[];
  readonly workers: readonly ServerProcess[];
  readonly proxies: readonly ServerProcess[];
  readonly keysFile: string;
  readonly operator: OperatorCli;
  readonly admin: { id: string; password: string };
  /** Calls endpoints of the contract; without a token until `signIn`. */
  readonly publicClient: Client;
  /** Signs in (the first administrator by default) and answers with a client that carries the token. */
  signIn(who?: { id: string; password: string }): Promise<Client>;
  /** Resumes and starts whatever a test paused, stopped or killed. */
  restore(): Promise<void>;
} & AsyncDisposable;

const ADMIN = { id: 'admin@vigil.test', password: 'Passw0rd!' };

/** The whole system as real processes on free ports, over real stores. `await using stack = await startStack()` */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  await using started = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vigil-stack-'));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  const redis = started.use(await startRedis());
  const postgres = options.ownPostgres ? started.use(await startPostgres()) : undefined;
  if (postgres) await migrate(postgres.url);
  const database = postgres ? ownDatabase(postgres) : started.use(await createTestDatabase());

  const bundles = await within('the programs are bundled', bundlesFolder());
  const keysFile = path.join(dataDir, 'keys.json');
  const operator = createOperatorCli(
    { DATABASE_URL: database.urls.system, REDIS_URL: redis.url, KEYS_FILE: keysFile },
    bundles,
  );
  await Promise.all([
    within('the keys are made', operator.makeKeys(keysFile)),
    within('the first company is made', operator.firstRun(ADMIN)),
  ]);
  const ports = planPorts(options, started.use(await reservePorts(countOf(options))).ports);
  const url = `http://127.0.0.1:${ports.public}`;
  const plan = {
    bundles,
    databaseUrls: database.urls,
    redisUrls: redis.urls,
    keysFile,
    dataDir,
    webDir: await resolveWebBuildFolder(),
    publicUrl: url,
    mailboxKey: 'mailbox-key-of-tests',
    logLevel: process.env['LOG_LEVEL'] ?? 'info',
    paymentProvider: 'sandbox' as const,
  };
  const start = async (spec: ServerSpec): Promise<ServerProcess> =>
    // All that happens here comes from one address.
    started.use(await startServer({ ...spec, env: { RATE_LIMIT_FACTOR: '1000', ...spec.env, ...options.env } }));
  const [api, relay, otherRelays, gateways, workers] = await Promise.all([
    start(apiSpec(plan, ports.api)),
    start(relaySpec(plan, ports.relay)),
    Promise.all(ports.otherRelays.map((pair, index) => start(relaySpec(plan, pair, `relay-${index + 1}`)))),
    Promise.all(ports.gateways.map((pair, index) => start(gatewaySpec(plan, pair, `gateway-${index}`)))),
    Promise.all(ports.workers.map((port, index) => start(workersSpec(plan, port, `workers-${index}`)))),
  ]);
  const proxies = await Promise.all(
    ports.proxies.map((localPort, index) => {
      const rest = {
        bundles,
        apiPort: ports.api.public,
        gatewayPorts: ports.gateways.map((pair) => pair.public),
        relayPorts: [ports.relay, ...ports.otherRelays].map((pair) => pair.public),
        shared: ports.proxies.length > 1,
      };
      return start(
        reverseProxySpec({ host: '127.0.0.1', port: ports.public, localPort, ...rest }, `reverse-proxy-${index}`),
      );
    }),
  );

  const relays = [relay, ...otherRelays];
  const publicClient = connectClient(url);
  const held = started.move();
  return {
    url,
    mailboxUrl: mailboxUrl(plan, ports.api),
    databaseUrl: database.url,
    databaseAdminUrl: database.adminUrl,
    redis,
    postgres,
    api,
    gateways,
    relay,
    relays,
    workers,
    proxies,
    keysFile,
    operator,
    admin: ADMIN,
    publicClient,
    async signIn({ id, password } = ADMIN) {
      const { objects } = await publicClient.call(signInOnce, { body: { type: '1STEP', mail: id, pw: password } });
      return connectClient(url, objects.token);
    },
    async restore() {
      await Promise.all([redis.restore(), postgres?.restore()]);
      await Promise.all([api, ...relays, ...gateways, ...workers, ...proxies].map((server) => server.restore()));
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

const ownDatabase = ({ url, urls, adminUrl }: TestPostgres): Pick<TestDatabase, 'url' | 'urls' | 'adminUrl'> => ({
  url,
  urls,
  adminUrl: adminUrl.replace(/\/postgres$/u, '/vigil'),
});

type Ports = {
  api: ServerPorts;
  relay: ServerPorts;
  otherRelays: ServerPorts[];
  public: number;
  gateways: ServerPorts[];
  workers: number[];
  proxies: number[];
};

/** One for the public side, two for the API, each relay and each gateway, one for each of the others. */
const countOf = ({ gateways = 1, workers = 1, relays = 1, proxies = 1 }: StackOptions): number =>
  3 + 2 * (relays + gateways) + workers + proxies;

function planPorts({ gateways = 1, workers = 1, relays = 1 }: StackOptions, ports: readonly number[]): Ports {
  const left = [...ports];
  const take = (): number => left.shift() ?? 0;
  const takePair = (): ServerPorts => ({ public: take(), operators: take() });
  return {
    api: takePair(),
    relay: takePair(),
    otherRelays: Array.from({ length: relays - 1 }, takePair),
    public: take(),
    gateways: Array.from({ length: gateways }, takePair),
    workers: Array.from({ length: workers }, take),
    proxies: left,
  };
}
