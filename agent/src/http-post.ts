import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

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
export const postJson: PostJson = async (url, body, signal) => {
  let target = new URL(url);
  for (let redirects = 0; ; redirects += 1) {
    const reply = await send(target, body, signal);
    const text = Buffer.concat((await reply.toArray()) as Buffer[]).toString();
    const { statusCode: status = 0, headers } = reply;
    if (!REDIRECTS.has(status) || headers.location === undefined || redirects === MAX_REDIRECTS)
      return { status, date: headers.date, text };
    const next = new URL(headers.location, target);
    // Another host, or the same one without encryption, would be given the token or the proof.
    if (next.origin !== target.origin && next.protocol !== 'https:') return { status, date: headers.date, text };
    target = next;
  }
};

async function send(url: URL, body: string, signal: AbortSignal): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    agent: false,
    signal,
  });
  // A failure after the reply has begun is reported by the reply; without a listener it would end the process.
  request.on('error', () => undefined);
  request.end(body);
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  return reply;
}
