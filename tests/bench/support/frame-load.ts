import { createPrivateKey } from 'node:crypto';
import { createInterface } from 'node:readline';
import { svgToScreen } from '@vigil/agent/encode';
import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import { DeviceGuid } from '@vigil/shared/contract/ids';
import { io, type Socket } from 'socket.io-client';
import { handshake } from './agents.ts';

// Agents that answer demands for frames, and browsers that watch all of them, as a process of its own. A line `on` on
// the standard input makes the browsers watch, `off` ends that; each line is answered when it is done.
interface Given {
  readonly url: string;
  readonly session: string;
  readonly browsers: number;
  readonly agents: readonly {
    readonly pk: number;
    readonly guid: string;
    readonly credential: string;
    readonly pem: string;
  }[];
}

const { url, session, browsers, agents } = JSON.parse(process.env['FRAME_LOAD'] ?? '') as Given;
const WIDTH = 640;
const INTERVAL_MS = 200;
const HEIGHT = WIDTH / 1.6;
const options = { transports: ['websocket'], forceNew: true, reconnection: false };

/** Frames that do not compress well, so that few agents fill the budget. */
const frames = await Promise.all(
  Array.from({ length: 8 }, async (_frame, seed) => {
    const marks = Array.from({ length: 700 }, (_, i) => {
      const [x, y] = [(i * 97 + seed * 31) % WIDTH, (i * 61 + seed * 17) % HEIGHT];
      return `<rect x="${x}" y="${y}" width="14" height="3" fill="hsl(${(i * 29) % 360} 70% 50%)"/>`;
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${marks.join('')}</svg>`;
    const { bytes } = await (await svgToScreen(svg, WIDTH)).encode({ width: WIDTH, quality: 70, format: 'jpg' });
    return Buffer.from(bytes);
  }),
);

const connected = (socket: Socket) =>
  new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });

async function connectAgent({ guid, credential, pem }: Given['agents'][number]): Promise<void> {
  const self = { guid: DeviceGuid.parse(guid), credential, key: createPrivateKey(pem) };
  const socket = io(`${url}/agent`, { ...options, auth: (give) => give(handshake(self)) });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [count, interval, last] = [0, 0, 0];
  const send = (spread: number) => {
    count += 1;
    last = performance.now();
    const header = { at: Date.now(), width: WIDTH, height: HEIGHT, ext: 'jpg' };
    socket.emit('thumbnail', header, frames[count % frames.length]);
    timer = setTimeout(send, interval * spread, 1);
  };
  // As an agent does: at once, then with a spread, and when the interval changes, on from the last frame.
  socket.on('capture', ({ on, interval_ms }: CaptureDemand) => {
    clearTimeout(timer);
    const isFirst = interval === 0;
    interval = on ? interval_ms : 0;
    if (!on) return;
    if (isFirst) send(1 + Math.random() / 2);
    else timer = setTimeout(send, Math.max(0, last + interval - performance.now()), 1);
  });
  await connected(socket);
}

let received = 0;
async function connectBrowser(): Promise<Socket> {
  const socket = io(`${url}/console`, { ...options, auth: { token: session } });
  socket.on('thumbnail', (_header: unknown, bytes: Buffer) => {
    received += bytes.length;
  });
  await connected(socket);
  await socket.emitWithAck('watch_fleet', { group_pk: 'all', usage: false });
  return socket;
}

await Promise.all(agents.map(connectAgent));
const viewers = await Promise.all(Array.from({ length: browsers }, connectBrowser));
console.log('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const devices = line === 'on' ? agents.map(({ pk }) => pk) : [];
  await Promise.all(
    viewers.map((viewer) =>
      viewer.emitWithAck('watch_thumbnails', { devices, width: WIDTH, interval_ms: INTERVAL_MS }),
    ),
  );
  console.log(String(received));
}
