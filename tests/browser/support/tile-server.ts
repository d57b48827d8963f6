import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from '../../support/within.ts';

interface TileServer extends AsyncDisposable {
  /** With `{z}`, `{x}` and `{y}` in it. */
  readonly url: string;
}

const SIDE = 256;

/** A server of map tiles: each one says where it belongs, so that an image shows whether they lie in order. */
export async function startTileServer(): Promise<TileServer> {
  const server = createServer((request, response) => {
    const [, z = '', x = '', y = ''] = /^\/(\d+)\/(\d+)\/(\d+)\.png$/u.exec(request.url ?? '') ?? [];
    const colour = (Number(x) + Number(y)) % 2 === 0 ? '#dfe9dc' : '#e9e4d8';
    response
      .writeHead(z === '' ? 404 : 200, { 'content-type': 'image/svg+xml' })
      .end(drawTile(`${z}/${x}/${y}`, colour));
  });
  server.listen(0, '127.0.0.1');
  await within('the tile server listens', once(server, 'listening'));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await within('the tile server closes', once(server, 'close'));
    },
  };
}

const drawTile = (text: string, colour: string): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <rect width="100%" height="100%" fill="${colour}" stroke="#bbb"/>
    <text x="50%" y="50%" text-anchor="middle" font-family="sans-serif" font-size="22" fill="#777">${text}</text>
  </svg>`;
