import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface BareServer extends AsyncDisposable {
  readonly url: string;
}

type ReadRows = () => PromiseLike<readonly unknown[]>;

async function respond(read: ReadRows | undefined, response: ServerResponse): Promise<void> {
  const objects = await read?.();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ status: 200, objects, meta: { next: null } }));
}

/** The rows of queries by their paths, as JSON over HTTP in the envelope of the API, and nothing else. */
export async function startBareServer(pages: Readonly<Record<string, ReadRows>>): Promise<BareServer> {
  const server = createServer((request, response) => {
    void respond(pages[request.url ?? ''], response);
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
