import { createPrivateKey } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DeviceGuid } from '@vigil/shared/contract/ids';
import { io, type Socket } from 'socket.io-client';
import { handshake } from './agents.ts';

// A hostile tenant as a process of its own: sends as much as its connections take, and reconnects at once.
const INVENTORY_BYTES = 440_000;
const SAMPLES_PER_TURN = 200;
const REQUESTS_PER_TURN = 200;
const BROWSERS = 2;
const MAX_BUFFERED = 4 * 1_024 * 1_024;

interface Given {
  readonly url: string;
  readonly agents: readonly { readonly guid: string; readonly credential: string; readonly pem: string }[];
  /** The session of browsers that send as much, too. */
  readonly session: string;
}

const { url, agents, session } = JSON.parse(process.env['NOISE'] ?? '') as Given;
const text = 'x'.repeat(500);
const entry = { name: text, company: text, install_date: '', version: '', description: text };
const software = Array.from({ length: Math.floor(INVENTORY_BYTES / 1_570) }, () => entry);
const usage = { cpu_usage: 1, memory_usage: 1, memory_capacity: 1, memory_uses: 1, hdd_usage: 1, hdd_capacity: 1 };
const sample = { ...usage, hdd_uses: 1, cpu_temp: 1, hdd_temp: 1, fan_speed: 1 };

interface Internals {
  readonly io: { readonly engine?: { readonly transport: { readonly ws?: { readonly bufferedAmount: number } } } };
}

const buffered = (socket: Socket): number =>
  (socket as unknown as Internals).io.engine?.transport.ws?.bufferedAmount ?? 0;

const options = { transports: ['websocket'], forceNew: true, reconnection: false };

async function attack(socket: Socket, send: () => void): Promise<never> {
  for (;;) {
    if (!socket.active) socket.connect();
    if (socket.connected && buffered(socket) < MAX_BUFFERED) send();
    await delay(10);
  }
}

function attackAsAgent({ guid, credential, pem }: Given['agents'][number]): Promise<never> {
  const self = { guid: DeviceGuid.parse(guid), credential, key: createPrivateKey(pem) };
  const socket = io(`${url}/agent`, { ...options, auth: (give) => give(handshake(self)) });
  return attack(socket, () => {
    socket.emit('inventory', { hardware: [], software });
    for (let i = 0; i < SAMPLES_PER_TURN; i += 1) socket.emit('system_usage', { at: Date.now(), ...sample });
  });
}

function attackAsBrowser(): Promise<never> {
  const socket = io(`${url}/console`, { ...options, auth: { token: session } });
  return attack(socket, () => {
    socket.emit('no_such_event', { text: text.repeat(INVENTORY_BYTES / text.length) });
    for (let i = 0; i < REQUESTS_PER_TURN; i += 1) socket.emit('sync_check', {});
  });
}

console.log('ready');
await Promise.all([...agents.map(attackAsAgent), ...Array.from({ length: BROWSERS }, attackAsBrowser)]);
