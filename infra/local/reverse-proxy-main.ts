import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { parseTrust } from './client-address.ts';
import { startReverseProxy } from './reverse-proxy.ts';

const Upstreams = z.string().transform((list) =>
  list.split(',').map((entry) => {
    const url = new URL(`http://${entry}`);
    return { host: url.hostname, port: Number(url.port) };
  }),
);

const settings = z
  .object({
    PROXY_HOST: z.string(),
    PROXY_PORT: z.coerce.number(),
    PROXY_API: Upstreams,
    PROXY_GATEWAYS: Upstreams,
    PROXY_LOCAL_PORT: z.coerce.number().optional(),
    PROXY_SHARED: z.stringbool().default(false),
    TRUST_PROXY: z.string().default(''),
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
  })
  .parse(process.env);

const [api] = settings.PROXY_API;
if (!api) throw new Error('PROXY_API names no address');
const { TLS_CERT, TLS_KEY } = settings;
const common = { api, gateways: settings.PROXY_GATEWAYS, trust: parseTrust(settings.TRUST_PROXY) };
const proxies = [
  await startReverseProxy({
    ...common,
    host: settings.PROXY_HOST,
    port: settings.PROXY_PORT,
    shared: settings.PROXY_SHARED,
    tls: TLS_CERT && TLS_KEY ? { cert: readFileSync(TLS_CERT, 'utf8'), key: readFileSync(TLS_KEY, 'utf8') } : undefined,
  }),
];
// The agents that run on this machine need no certificate to talk to it.
if (settings.PROXY_LOCAL_PORT) {
  proxies.push(await startReverseProxy({ ...common, host: '127.0.0.1', port: settings.PROXY_LOCAL_PORT }));
}

process.once('SIGTERM', () => {
  void Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]())).finally(() => process.exit(0));
});
