import { io, type Socket } from 'socket.io-client';

/** A browser's socket, without a page. */
export async function connectBrowser(url: string, auth: object): Promise<Socket> {
  const socket = io(`${url}/console`, { transports: ['websocket'], auth, forceNew: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Milliseconds until the browser is told that `device` is in `state`. */
const timeUntilState = (browser: Socket, device: number, state: 0 | 1, since: number) =>
  new Promise<number>((resolve) => {
    const listen = ({ rows }: { rows: [number, number, number][] }) => {
      if (!rows.some(([pk, alive]) => pk === device && alive === state)) return;
      browser.off('alive', listen);
      resolve(performance.now() - since);
    };
    browser.on('alive', listen);
  });

/** In milliseconds. */
export interface StateChange {
  readonly online: number;
  readonly offline: number;
}

/** How long a browser takes to learn that an agent has begun to connect, and then that it has said goodbye. */
export async function measureStateChange(
  browser: Socket,
  device: number,
  { connect, pause }: { connect: () => Promise<Socket>; pause: () => Promise<unknown> },
): Promise<StateChange> {
  const arrival = timeUntilState(browser, device, 1, performance.now());
  const socket = await connect();
  const online = await arrival;
  await pause();
  const since = performance.now();
  const departure = timeUntilState(browser, device, 0, since);
  socket.disconnect();
  return { online, offline: await departure };
}
