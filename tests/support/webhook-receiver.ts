import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address of this computer that WEBHOOK_ALLOW can name, beside 127.0.0.1, which stays refused. */
export const RECEIVER_HOST = '127.0.0.2';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
}

interface ReceiverOptions {
  /** The status of the answer; 204 by default. */
  answer?: (webhook: ReceivedWebhook) => number | Promise<number>;
}

/** A server that keeps what channels send to it. */
export async function startWebhookReceiver({ answer = () => 204 }: ReceiverOptions = {}): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const webhook = { path: request.url ?? '', headers: request.headers, body };
      received.push(webhook);
      void Promise.resolve(answer(webhook)).then((status) => response.writeHead(status).end());
    });
  });
  await new Promise<void>((listening) => server.listen(0, RECEIVER_HOST, listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${RECEIVER_HOST}:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
