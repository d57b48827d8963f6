import type { LookupAddress } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { cutText } from '@vigil/shared/contract/cut-text';
import { createAddressRules, type AddressRules } from '@vigil/shared/platform/webhook-address-rules';

/**
 * A receiver says in its status what it thinks; what else it says is read so far, and then the connection is closed.
 */
const MAX_RESPONSE_BYTES = 4_096;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 10_000;
const redirects = new Set([301, 302, 307, 308]);

export interface Posted {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Empty for an answer of 2xx. */
  readonly error: string;
}

export type HttpPoster = (
  url: string,
  message: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
) => Promise<Posted>;

/** The addresses of the name of a host. */
type LookUp = (host: string) => Promise<LookupAddress[]>;

const resolveAll: LookUp = (host) => resolve(host, { all: true });

class Refusal extends Error {}

/** Such as a look-up, which cannot be cancelled: nobody waits for it beyond the signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort));
}

/**
 * All addresses of a name, if each may be reached; they are those that are connected to, whatever a second look-up
 * would say.
 */
async function addressesOf(host: string, { rules, lookUp, signal }: Attempt) {
  const found = isIP(host) === 0 ? await untilAborted(lookUp(host), signal) : [{ address: host, family: isIP(host) }];
  if (rules.isAllowedHost(host)) return found;
  if (!found.every(({ address }) => rules.isAllowedAddress(address))) throw new Refusal('address not allowed');
  return found;
}

async function readStart(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes >= MAX_RESPONSE_BYTES) break;
  }
  response.destroy();
}

interface Attempt {
  readonly rules: AddressRules;
  readonly message: Parameters<HttpPoster>[1];
  readonly signal: AbortSignal;
  readonly lookUp: LookUp;
}

/** @returns the status, and where the receiver sends on to */
async function postOnce(url: URL, attempt: Attempt) {
  const { rules, message, signal } = attempt;
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rules.isAllowedHost(host)))
    throw new Refusal('https is required');
  const addresses = await addressesOf(host, attempt);
  const pinned: LookupFunction = (_name, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolveResponse, reject) => {
    const headers = { ...message.headers, 'content-length': Buffer.byteLength(message.body) };
    // No agent: a connection that is kept was checked for another call.
    const sent = send(url, { method: 'POST', headers, lookup: pinned, agent: false, signal });
    sent.on('response', resolveResponse);
    sent.on('error', reject);
    sent.end(message.body);
  });
  const { statusCode: status = 0 } = response;
  await readStart(response);
  const { location } = response.headers;
  return { status, next: redirects.has(status) && location !== undefined ? new URL(location, url) : null };
}

const reasonOf = (cause: unknown): string => {
  if (cause instanceof Refusal) return cause.message;
  if (!(cause instanceof Error)) return 'unknown';
  if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return 'no answer in time';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cutText(cause.message, 200);
};

/**
 * Posts to receivers that anybody may name: each address is checked after its name was resolved, and again for each
 * redirect.
 */
export function createHttpPoster(
  allowed: readonly string[],
  { timeoutMs = TIMEOUT_MS, lookUp = resolveAll }: { timeoutMs?: number; lookUp?: LookUp } = {},
): HttpPoster {
  const rules = createAddressRules(allowed);
  return async (address, message) => {
    const attempt = { rules, message, lookUp, signal: AbortSignal.timeout(timeoutMs) };
    let status: number | null = null;
    try {
      let url: URL | null = new URL(address);
      for (let hop = 0; url !== null; hop += 1) {
        if (hop > MAX_REDIRECTS) throw new Refusal('too many redirects');
        const answer: Awaited<ReturnType<typeof postOnce>> = await postOnce(url, attempt);
        ({ status } = answer);
        url = answer.next;
      }
      const isDone = status !== null && status >= 200 && status < 300;
      return { status, error: isDone ? '' : `status ${status}` };
    } catch (cause) {
      return { status, error: reasonOf(cause) };
    }
  };
}
