import { readFile } from 'node:fs/promises';
import { createServer as createHttp, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import proxyAddr from '@fastify/proxy-addr';
import { MAX_SOCKET_PACKET_BYTES } from '@vigil/shared/contract/protocol-version';
import { publicHealthListener, startOperatorServer, type HealthChecks } from '@vigil/shared/platform/health';
import { httpTimeouts } from '@vigil/shared/platform/http-deadlines';
import { assertRedisWritable } from '@vigil/shared/platform/redis/assert-redis-writable';
import { Server } from 'socket.io';
import type { GatewayConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { limitConnectionResources, type ConnectionResourceLimiter } from './sockets/connection-limits.ts';

// A half-open socket is detected within 5 + 8 s; a device that is cut off has to be shown offline within 15 s.
const PING_INTERVAL_MS = 5_000;
const PING_TIMEOUT_MS = 8_000;
/** A connection proves who it is within this time. */
const PROOF_DEADLINE_MS = 10_000;
const MAX_UNPROVEN = 5_000;
/** The attachment of a packet follows at once; a connection that keeps the gateway waiting is closed. */
const ATTACHMENT_DEADLINE_MS = 10_000;

export interface ListenerLimits {
  readonly proofDeadlineMs?: number;
  /** Connections that have not proven who they are, at the same time. */
  readonly maxUnproven?: number;
  readonly attachmentDeadlineMs?: number;
  readonly requestTimeoutMs?: number;
  /** How long the answer to a ping may take. */
  readonly pingTimeoutMs?: number;
}

async function createListener({ TLS_CERT, TLS_KEY }: GatewayConfig, requestTimeoutMs?: number): Promise<HttpServer> {
  const deadlines = httpTimeouts(requestTimeoutMs);
  if (!TLS_CERT || !TLS_KEY) return createHttp(deadlines);
  const [cert, key] = await Promise.all([readFile(TLS_CERT), readFile(TLS_KEY)]);
  return createHttps({ cert, key, ...deadlines });
}

type Trust = ReturnType<typeof proxyAddr.compile>;

/**
 * The origin that was called, as far as it can be known: trusted proxies name scheme and host, others are not believed.
 */
function calledOrigin({ headers, socket }: IncomingMessage, trust: Trust): string | null {
  const trusted = trust(socket.remoteAddress ?? '', 0);
  const named = (header: string): string | undefined => (trusted ? [headers[header]].flat()[0] : undefined);
  const scheme = named('x-forwarded-proto') ?? ('encrypted' in socket ? 'https' : 'http');
  return originOf(`${scheme}://${named('x-forwarded-host') ?? headers.host ?? ''}`);
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/**
 * Refuses sockets of pages of another origin, which includes another scheme: a page over http may have been changed
 * on the way. Agents and programs send no origin and are accepted.
 */
function originCheck(publicUrl: string | undefined, trust: Trust) {
  const own = originOf(publicUrl ?? '');
  return (request: IncomingMessage): boolean => {
    if (request.headers.origin === undefined) return true;
    const origin = originOf(request.headers.origin);
    return origin !== null && origin !== 'null' && (origin === own || origin === calledOrigin(request, trust));
  };
}

export interface GatewayServer extends AsyncDisposable {
  readonly io: Server;
  readonly limits: ConnectionResourceLimiter;
  /** Empty when the connection is gone. */
  readonly addressOf: (request: IncomingMessage) => string;
  /**
   * Opens the ports, once everything that admits and handles sockets is in place: a socket that came before would be
   * admitted unchecked, and stay connected without being heard.
   */
  open(): Promise<{ readonly port: number; readonly operatorPort: number }>;
}

/** The public port (Socket.IO, and health without details) and the operators' port, both still closed. */
export async function prepareListener(
  config: GatewayConfig,
  deps: Deps,
  {
    requestTimeoutMs,
    pingTimeoutMs = PING_TIMEOUT_MS,
    proofDeadlineMs = PROOF_DEADLINE_MS,
    maxUnproven = MAX_UNPROVEN,
    attachmentDeadlineMs = ATTACHMENT_DEADLINE_MS,
  }: ListenerLimits,
): Promise<GatewayServer> {
  const { redis, metrics } = deps;
  const checks: HealthChecks = { redis: () => assertRedisWritable(redis) };
  const http = await createListener(config, requestTimeoutMs);
  const answerHealth = publicHealthListener(checks);
  http.on('request', (request, response) => {
    if (!request.url?.startsWith('/socket.io/')) answerHealth(request, response);
  });
  const trust = proxyAddr.compile(config.TRUST_PROXY === '' ? [] : config.TRUST_PROXY.split(','));
  const isOwnOrigin = originCheck(config.PUBLIC_URL, trust);
  const io = new Server(http, {
    serveClient: false,
    connectTimeout: proofDeadlineMs,
    maxHttpBufferSize: MAX_SOCKET_PACKET_BYTES,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: pingTimeoutMs,
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, decide) => decide(isOwnOrigin(request) ? null : 'origin not allowed', isOwnOrigin(request)),
  });
  // A connection that was reset meanwhile has no address any more, against the type.
  const addressOf = (request: IncomingMessage) =>
    (proxyAddr(request, trust) as string | undefined)?.replace(/^::ffff:/, '') ?? '';
  const limits = limitConnectionResources({ io, addressOf, proofDeadlineMs, maxUnproven, attachmentDeadlineMs }, deps);
  let operators: Awaited<ReturnType<typeof startOperatorServer>> | undefined;
  return {
    io,
    limits,
    addressOf,
    async open() {
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject);
        http.listen(config.GATEWAY_PORT, config.GATEWAY_HOST, resolve);
      });
      const place = { host: config.GATEWAY_OPERATOR_HOST, port: config.GATEWAY_OPERATOR_PORT };
      operators = await startOperatorServer(place, { checks, metrics });
      const address = http.address();
      return {
        port: typeof address === 'object' && address ? address.port : config.GATEWAY_PORT,
        operatorPort: operators.port,
      };
    },
    async [Symbol.asyncDispose]() {
      limits[Symbol.dispose]();
      if (http.listening) await io.close();
      await operators?.[Symbol.asyncDispose]();
    },
  };
}
