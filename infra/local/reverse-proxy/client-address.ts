import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { StartProblem } from '../start-problem.ts';

/** The client of a request, as the reverse proxy reports it to the servers. */
export type ForwardedClient = { address: string; protocol: 'http' | 'https'; host: string };

export type TrustedProxies = { has(address: string): boolean };

/** @param list addresses or CIDRs by comma, `loopback` for this machine; these senders may name the client */
export function parseTrustedProxies(list: string): TrustedProxies {
  const trusted = new BlockList();
  for (const entry of list.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    if (entry === 'loopback') {
      trusted.addSubnet('127.0.0.0', 8, 'ipv4');
      trusted.addAddress('::1', 'ipv6');
    } else addEntry(trusted, entry);
  }
  return { has: (address) => isIP(address) !== 0 && trusted.check(address, family(address)) };
}

function addEntry(trusted: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (isIP(address) === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > most) {
    throw new StartProblem(`TRUST_PROXY has "${entry}", which is no address, CIDR or "loopback"`);
  }
  trusted.addSubnet(address, prefix, family(address));
}

/** Reads the forwarding headers only as far as trusted proxies vouch for them. */
export function resolveClient(request: IncomingMessage, trust: TrustedProxies): ForwardedClient {
  const peer = plain(request.socket.remoteAddress ?? '');
  const own: ForwardedClient = {
    address: peer,
    protocol: 'encrypted' in request.socket ? 'https' : 'http',
    host: request.headers.host ?? '',
  };
  if (!trust.has(peer)) return own;
  const said = (name: string): string | undefined => [request.headers[name]].flat()[0]?.split(',')[0]?.trim();
  const protocol = said('x-forwarded-proto');
  return {
    address: lastUntrusted([request.headers['x-forwarded-for']].flat().join(','), trust) ?? peer,
    protocol: protocol === 'http' || protocol === 'https' ? protocol : own.protocol,
    host: said('x-forwarded-host') ?? own.host,
  };
}

// Each proxy appends the address that it saw: from the right, the first one that is not a proxy of ours is the client.
function lastUntrusted(forwardedFor: string, trust: TrustedProxies): string | undefined {
  const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()));
  const valid = hops.filter((hop) => isIP(hop) !== 0);
  return valid.findLast((hop) => !trust.has(hop)) ?? valid[0];
}

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/u, '');
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
