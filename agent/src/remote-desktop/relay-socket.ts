import { WebSocket } from 'ws';
import { proxyAgentOf, type ProxyAddress } from '../proxy.ts';

const OPEN_TIMEOUT_MS = 10_000;
/** What a viewer sends is small. */
const MAX_MESSAGE_BYTES = 65_536;

export interface RelayPlace {
  /** Of the relay, for this session. */
  readonly url: string;
  readonly ticket: string;
  readonly proxy: ProxyAddress;
}

/** A socket to a relay, which says with its first message that the other end is there (RELAY-1, RELAY-2). */
export function dialRelay({ url, ticket, proxy }: RelayPlace): WebSocket {
  const socket = new WebSocket(url.replace(/^http/u, 'ws'), {
    handshakeTimeout: OPEN_TIMEOUT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
    // Pictures are compressed already.
    perMessageDeflate: false,
    followRedirects: false,
    ...(proxy !== null && { agent: proxyAgentOf(proxy) }),
  });
  socket.once('open', () => socket.send(JSON.stringify({ ticket })));
  return socket;
}
