import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface BareServer extends AsyncDisposable {
  readonly url: string;
}

/** The rows of queries by their paths, as JSON over HTTP in the envelope of the API, and nothing else. */
export async function startBareServer(
  pages: Readonly<Record<string, () => PromiseLike<readonly unknown[]>>>,
): Promise<BareServer> {
  const server = createServer((request, response) => {
    void Promise.resolve(pages[request.url ?? '']?.()).then((objects) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 200, objects, meta: { next: null } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
