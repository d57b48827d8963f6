import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { parseTrust } from './client-address.ts';
import { startFront } from './front.ts';

const Upstreams = z.string().transform((list) =>
  list.split(',').map((entry) => {
    const url = new URL(`http://${entry}`);
    return { host: url.hostname, port: Number(url.port) };
  }),
);

const settings = z
  .object({
    FRONT_HOST: z.string(),
    FRONT_PORT: z.coerce.number(),
    FRONT_API: Upstreams,
    FRONT_GATEWAYS: Upstreams,
    FRONT_LOCAL_PORT: z.coerce.number().optional(),
    FRONT_SHARED: z.stringbool().default(false),
    TRUST_PROXY: z.string().default(''),
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
  })
  .parse(process.env);

const [api] = settings.FRONT_API;
if (!api) throw new Error('FRONT_API names no address');
const { TLS_CERT, TLS_KEY } = settings;
const common = { api, gateways: settings.FRONT_GATEWAYS, trust: parseTrust(settings.TRUST_PROXY) };
const fronts = [
  await startFront({
    ...common,
    host: settings.FRONT_HOST,
    port: settings.FRONT_PORT,
    shared: settings.FRONT_SHARED,
    tls: TLS_CERT && TLS_KEY ? { cert: readFileSync(TLS_CERT, 'utf8'), key: readFileSync(TLS_KEY, 'utf8') } : undefined,
  }),
];
// The agents that run on this machine need no certificate to talk to it.
if (settings.FRONT_LOCAL_PORT) {
  fronts.push(await startFront({ ...common, host: '127.0.0.1', port: settings.FRONT_LOCAL_PORT }));
}

process.once('SIGTERM', () => {
  void Promise.all(fronts.map((front) => front[Symbol.asyncDispose]())).finally(() => process.exit(0));
});
