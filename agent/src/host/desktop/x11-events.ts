import type { XClient, XEvent } from 'x11';

/** Calls back with the events of one name until the handle is disposed. */
export function onXEvent(client: XClient, name: string, listener: (event: XEvent) => void): Disposable {
  const receive = (event: XEvent) => {
    if (event.name === name) listener(event);
  };
  client.on('event', receive);
  return { [Symbol.dispose]: () => client.off('event', receive) };
}

/**
 * The result of a request that answers by a callback. An error of it is the caller's alone: the library tells those
 * that no callback has taken, which it says by true, to all who listen to the client.
 */
export const replyOf = <T>(request: (reply: (error: Error | null, value: T) => boolean) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    request((error, value) => {
      if (error) reject(error);
      else resolve(value);
      return true;
    });
  });

/**
 * Calls back when the connection to the server has ended, perhaps more than once. An error that the server answers a
 * request with ends nothing: any program can cause one, for instance with a window that it closes at that moment. Those
 * alone have the number of the request.
 */
export function onXConnectionLost(client: XClient, listener: () => void): void {
  client.on('end', listener);
  client.on('error', (cause) => {
    if (cause === undefined || !('seq' in cause)) listener();
  });
}

/** Sends a request that the library does not have. @returns its reply behind the first eight bytes */
export const sendXRequest = (client: XClient, request: Buffer): Promise<Buffer> =>
  replyOf<Buffer>((reply) => {
    client.seq_num += 1;
    client.pack_stream.put(request);
    client.replies[client.seq_num] = [(body: Buffer) => body, reply];
    client.pack_stream.submit(true);
  });
