import path from 'node:path';
import { bundlePathOf, type ProgramName } from '../../bundles/programs.ts';
import type { DatabaseUrls } from '../postgres/database-roles.ts';
import type { ChildSpec } from '../processes/supervise.ts';
import type { RedisUrls } from '../redis/redis-access-rights.ts';

const HERE = '127.0.0.1';

/** What the servers of one system share. */
export type SystemPlan = {
  /** The folder of their bundles. */
  bundles: string;
  /** By role. */
  databaseUrls: DatabaseUrls;
  /** By program. */
  redisUrls: RedisUrls;
  keysFile: string;
  dataDir: string;
  webDir: string;
  publicUrl: string;
  logLevel: string;
  /** 1: the given Redis may throw data away. */
  allowsEviction?: '0' | '1';
  smtpUrl?: string | undefined;
  /** Who takes payments for licences. */
  paymentProvider: 'none' | 'sandbox';
  /** Opens the development mailbox. */
  mailboxKey: string;
  /** Pages from which browsers may open sockets; empty: those of the page's own host. */
  origin?: string | undefined;
};

/** Where the packages of agents and the manuals are made. */
export const downloadsDir = (dataDir: string): string => path.join(dataDir, 'downloads');

export type ServerSpec = ChildSpec & {
  readonly url: string;
  /** The operators' address of the process; the reverse proxy has none. */
  readonly operatorUrl?: string;
};

/** A server has one port for the public side and one for operators. */
export type ServerPortPair = { public: number; operators: number };

type Process = { name: string; port: number; bundles: string };

const serverSpec = (program: ProgramName, { name, port, bundles }: Process, env: ChildSpec['env']): ServerSpec => {
  const url = `http://${HERE}:${port}`;
  return { name, url, readyUrl: `${url}/readyz`, file: bundlePathOf(bundles, program), env };
};

// The reverse proxy on this machine names the client; TRUST_PROXY tells it which senders may do so before it.
const shared = (plan: SystemPlan, program: 'api' | 'gateway' | 'relay' | 'workers'): Record<string, string> => ({
  NODE_ENV: 'production',
  REDIS_URL: plan.redisUrls[program],
  REDIS_ALLOW_EVICTION: plan.allowsEviction ?? '0',
  LOG_LEVEL: plan.logLevel,
  TRUST_PROXY: 'loopback',
  // The reverse proxy alone speaks TLS.
  TLS_CERT: '',
  TLS_KEY: '',
});

const withDatabase = (plan: SystemPlan, program: 'api' | 'workers'): Record<string, string | undefined> => ({
  ...shared(plan, program),
  // Workers sign commands, and nothing else.
  KEYS_FILE: program === 'api' ? plan.keysFile : halfOf(plan.keysFile, 'workers'),
  DATABASE_URL: plan.databaseUrls[program === 'api' ? 'api' : 'system'],
  DATA_DIR: plan.dataDir,
  SMTP_URL: plan.smtpUrl ?? '',
  // Only what no mail server takes is shown on the outbox page.
  MAIL_OUTBOX_DIR: plan.smtpUrl === undefined ? path.join(plan.dataDir, 'outbox') : '',
  PUBLIC_URL: plan.publicUrl,
});

const operatorUrl = ({ operators }: ServerPortPair): string => `http://${HERE}:${operators}`;

/** The page that lists mail while there is no mail server. */
export const mailboxUrl = (plan: Pick<SystemPlan, 'mailboxKey'>, ports: ServerPortPair): string =>
  `${operatorUrl(ports)}/outbox?key=${plan.mailboxKey}`;

export const apiSpec = (plan: SystemPlan, ports: ServerPortPair, name = 'api'): ServerSpec => ({
  ...serverSpec(
    'api',
    { ...plan, name, port: ports.public },
    {
      ...withDatabase(plan, 'api'),
      API_HOST: HERE,
      API_PORT: String(ports.public),
      API_OPERATOR_HOST: HERE,
      API_OPERATOR_PORT: String(ports.operators),
      MAIL_OUTBOX_KEY: plan.mailboxKey,
      PAYMENT_PROVIDER: plan.paymentProvider,
      WEB_DIR: plan.webDir,
      DOWNLOADS_DIR: downloadsDir(plan.dataDir),
      // There is no such folder where the database is another one.
      DATABASE_DIR: path.join(plan.dataDir, 'postgres'),
    },
  ),
  operatorUrl: operatorUrl(ports),
});

export const workersSpec = (plan: SystemPlan, port: number, name = 'workers'): ServerSpec =>
  serverSpec(
    'workers',
    { ...plan, name, port },
    {
      ...withDatabase(plan, 'workers'),
      WORKERS_HOST: HERE,
      WORKERS_PORT: String(port),
    },
  );

export const gatewaySpec = (plan: SystemPlan, ports: ServerPortPair, name = 'gateway'): ServerSpec => ({
  ...serverSpec(
    'gateway',
    { ...plan, name, port: ports.public },
    {
      ...shared(plan, 'gateway'),
      // A gateway checks credentials and never signs one.
      KEYS_FILE: halfOf(plan.keysFile, 'public'),
      PUBLIC_URL: plan.origin ?? '',
      GATEWAY_HOST: HERE,
      GATEWAY_PORT: String(ports.public),
      GATEWAY_OPERATOR_HOST: HERE,
      GATEWAY_OPERATOR_PORT: String(ports.operators),
    },
  ),
  operatorUrl: operatorUrl(ports),
});

export const relaySpec = (plan: SystemPlan, ports: ServerPortPair, name = 'relay'): ServerSpec => ({
  ...serverSpec(
    'relay',
    { ...plan, name, port: ports.public },
    {
      ...shared(plan, 'relay'),
      RELAY_HOST: HERE,
      RELAY_PORT: String(ports.public),
      RELAY_OPERATOR_HOST: HERE,
      RELAY_OPERATOR_PORT: String(ports.operators),
    },
  ),
  operatorUrl: operatorUrl(ports),
});

export type ReverseProxyPlan = {
  bundles: string;
  host: string;
  port: number;
  /** Where this machine reaches it without TLS. */
  localPort?: number;
  apiPort: number;
  gatewayPorts: readonly number[];
  relayPorts: readonly number[];
  trustProxy?: string;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  /** Whether there are several on the port. */
  shared?: boolean;
};

export const reverseProxySpec = (plan: ReverseProxyPlan, name = 'reverse-proxy'): ServerSpec =>
  serverSpec(
    'reverse-proxy',
    { ...plan, name, port: plan.localPort ?? plan.port },
    {
      PROXY_HOST: plan.host,
      PROXY_PORT: String(plan.port),
      PROXY_LOCAL_PORT: plan.localPort === undefined ? undefined : String(plan.localPort),
      PROXY_API: `${HERE}:${plan.apiPort}`,
      PROXY_GATEWAYS: plan.gatewayPorts.map((port) => `${HERE}:${port}`).join(','),
      PROXY_RELAYS: plan.relayPorts.map((port) => `${HERE}:${port}`).join(','),
      PROXY_SHARED: String(plan.shared ?? false),
      TRUST_PROXY: plan.trustProxy ?? '',
      TLS_CERT: plan.tlsCert,
      TLS_KEY: plan.tlsKey,
    },
  );

/** A part of the keys, which lies beside their file. */
function halfOf(keysFile: string, half: 'public' | 'workers'): string {
  const { dir, name, ext } = path.parse(keysFile);
  return path.join(dir, `${name}.${half}${ext}`);
}
