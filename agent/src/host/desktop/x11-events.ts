import type { XClient, XEvent } from 'x11';

/** Calls back with the events of one name until the handle is disposed. */
export function onXEvent(client: XClient, name: string, listener: (event: XEvent) => void): Disposable {
  const receive = (event: XEvent) => {
    if (event.name === name) listener(event);
  };
  client.on('event', receive);
  return { [Symbol.dispose]: () => client.off('event', receive) };
}

/** The result of a request that answers by a callback. */
export const replyOf = <T>(request: (reply: (error: Error | null, value: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    request((error, value) => (error ? reject(error) : resolve(value)));
  });

/** Sends a request that the library does not have. @returns its reply behind the first eight bytes */
export const sendXRequest = (client: XClient, request: Buffer): Promise<Buffer> =>
  replyOf<Buffer>((reply) => {
    client.seq_num += 1;
    client.pack_stream.put(request);
    client.replies[client.seq_num] = [(body: Buffer) => body, reply];
    client.pack_stream.submit(true);
  });
