import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { supportChatUrlOf, type ApiConfig } from '../config.ts';

const YEAR_S = 31_536_000;

/**
 * No copies in caches, https for good once the public side has it, and only our own scripts, styles, fonts and sockets;
 * pictures also from blobs, where live frames are shown from, and from the server of map tiles; frames only of the
 * support chat, if there is one, and for the addresses that open the external viewer.
 */
export async function registerSecurityHeaders(app: FastifyInstance, config: ApiConfig): Promise<void> {
  const { LAUNCH_SCHEME, MAP_TILES_URL, PUBLIC_URL, RELAY_URL = '' } = config;
  const isPublishedByHttps = PUBLIC_URL.startsWith('https:');
  // Most answers hold personal data; a route whose answer may be kept says so itself.
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The component library and the grid write style elements and attributes; they cannot run scripts.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tilesOrigin(MAP_TILES_URL)],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...originOf(RELAY_URL.replace(/^http/u, 'ws'))],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: [`${LAUNCH_SCHEME}:`, ...originOf(supportChatUrlOf(config))],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: isPublishedByHttps ? [] : null,
      },
    },
    frameguard: { action: 'deny' },
    hsts: isPublishedByHttps && { maxAge: YEAR_S, includeSubDomains: false },
    // The error page leads back to the page before. Other sites get no referrer: the URLs of mailed links contain their
    // keys.
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}

const originOf = (url: string): string[] => (url === '' ? [] : [new URL(url).origin]);

const tilesOrigin = (url: string): string[] => (url === 'off' ? [] : [new URL(url).origin]);
