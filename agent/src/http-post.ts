import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { proxyAgentOf, type ProxyAddress } from './proxy.ts';

export interface HttpReply {
  status: number;
  /** The `Date` header. */
  date: string | undefined;
  text: string;
}

export type PostJson = (url: string, body: string, signal: AbortSignal) => Promise<HttpReply>;

const MAX_REDIRECTS = 3;

/** The redirects that keep method and body: a proxy in front of the server sends them from HTTP to HTTPS. */
const REDIRECTS: ReadonlySet<number> = new Set([307, 308]);

/**
 * `fetch` would be shorter, but it is a second HTTP client beside the one that the socket has loaded, and costs every
 * agent 7 MB of memory for two requests a month.
 */
export const postJson: PostJson = (url, body, signal) => post({ url, body, signal }, null);

/** Half of the 15 s that a request is granted, so that time is left for the direct way. */
const PROXY_TIMEOUT_MS = 7_500;

/**
 * The same with a long answer, which is read as a stream; over the proxy, or directly if that gives no answer in time.
 * Resolves with the reply once its headers are there.
 */
export const postForStream = (
  request: PostRequest,
  proxy: ProxyAddress,
  withinMs = PROXY_TIMEOUT_MS,
): Promise<IncomingMessage> => viaOrDirectly(request, { proxy, withinMs }, follow);

/**
 * Posts through the proxy of the moment, or directly if there is no answer through it in time: a wrong address, or a
 * proxy that refuses, must not end a credential.
 */
export const createPostJson =
  (proxy: () => ProxyAddress, withinMs = PROXY_TIMEOUT_MS): PostJson =>
  (url, body, signal) =>
    viaOrDirectly({ url, body, signal }, { proxy: proxy(), withinMs }, post);

async function viaOrDirectly<T>(
  request: PostRequest,
  { proxy, withinMs }: { proxy: ProxyAddress; withinMs: number },
  ask: (request: PostRequest, proxy: ProxyAddress) => Promise<T>,
): Promise<T> {
  if (proxy === null) return ask(request, null);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('the proxy gives no answer')), withinMs);
  try {
    return await ask({ ...request, signal: AbortSignal.any([request.signal, late.signal]) }, proxy);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return await ask(request, null);
  } finally {
    clearTimeout(timer);
  }
}

export interface PostRequest {
  readonly url: string;
  readonly body: string;
  readonly signal: AbortSignal;
}

async function post(request: PostRequest, proxy: ProxyAddress): Promise<HttpReply> {
  const reply = await follow(request, proxy);
  const text = Buffer.concat((await reply.toArray()) as Buffer[]).toString();
  return { status: reply.statusCode ?? 0, date: reply.headers.date, text };
}

async function follow({ url, body, signal }: PostRequest, proxy: ProxyAddress): Promise<IncomingMessage> {
  let target = new URL(url);
  for (let redirects = 0; ; redirects += 1) {
    const reply = await send({ url: target, body, signal }, proxy);
    const { statusCode: status = 0, headers } = reply;
    if (!REDIRECTS.has(status) || headers.location === undefined || redirects === MAX_REDIRECTS) return reply;
    const next = new URL(headers.location, target);
    // Another host, or the same one without encryption, would be given the token or the proof.
    if (next.hostname !== target.hostname) return reply;
    if (next.origin !== target.origin && next.protocol !== 'https:') return reply;
    // Read to its end, so that the connection is closed.
    reply.resume();
    target = next;
  }
}

async function send(
  { url, body, signal }: Omit<PostRequest, 'url'> & { url: URL },
  proxy: ProxyAddress,
): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    agent: proxyAgentOf(proxy) ?? false,
    signal,
  });
  // A failure after the reply has begun is reported by the reply; without a listener it would end the process.
  request.on('error', () => undefined);
  request.end(body);
  // While a tunnel is opened, the request has no socket, and would report the abort only with one.
  const [reply] = (await once(request, 'response', { signal })) as [IncomingMessage];
  return reply;
}
