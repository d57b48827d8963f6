import { readFileSync } from 'node:fs';
import { parseTrustedProxies } from './client-address.ts';
import { startReverseProxy } from './reverse-proxy.ts';
import type { Upstream } from './upstream-pool.ts';

// Read by hand: a schema library would be a quarter of this process's memory.
const { env } = process;

function required(name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

function portOf(name: string): number {
  const port = Number(required(name));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} is not a port`);
  return port;
}

const upstreamsOf = (name: string): Upstream[] =>
  required(name)
    .split(',')
    .map((entry) => {
      const url = new URL(`http://${entry}`);
      return { host: url.hostname, port: Number(url.port) };
    });

const [api] = upstreamsOf('PROXY_API');
if (!api) throw new Error('PROXY_API names no address');
const { TLS_CERT, TLS_KEY } = env;
const common = {
  api,
  gateways: upstreamsOf('PROXY_GATEWAYS'),
  relays: upstreamsOf('PROXY_RELAYS'),
  trust: parseTrustedProxies(env['TRUST_PROXY'] ?? ''),
};
const proxies = [
  await startReverseProxy({
    ...common,
    host: required('PROXY_HOST'),
    port: portOf('PROXY_PORT'),
    shared: env['PROXY_SHARED'] === 'true',
    tls: TLS_CERT && TLS_KEY ? { cert: readFileSync(TLS_CERT, 'utf8'), key: readFileSync(TLS_KEY, 'utf8') } : undefined,
  }),
];
// The agents that run on this machine need no certificate to talk to it.
if (env['PROXY_LOCAL_PORT']) {
  proxies.push(await startReverseProxy({ ...common, host: '127.0.0.1', port: portOf('PROXY_LOCAL_PORT') }));
}

process.once('SIGTERM', () => {
  void Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]())).finally(() => process.exit(0));
});
