import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { startXvfb } from '../../testing/xvfb.ts';
import { showX11Prompt } from './x11-prompt.ts';

const socketOf = (display: string) => `/tmp/.X11-unix/X${display.slice(1)}`;
const prompt = { text: 'Mina', buttons: [], isForPerson: false, onPressed: () => undefined };

/** An X server that is silent from the beginning, or takes no request after it has let a program in. */
async function startSilentDisplay(behind?: string) {
  // No display has the number of a process that is no X server.
  const name = `:${process.pid}`;
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.resume();
    if (behind !== undefined) letIn(socket, behind);
  });
  server.listen(socketOf(name));
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    rmSync(socketOf(name), { force: true });
  });
  return { name, sockets };
}

function letIn(socket: Socket, behind: string): void {
  const display = createConnection(socketOf(behind));
  let isIn = false;
  socket.on('data', (data) => isIn || display.write(data));
  display.on('data', (data) => {
    isIn = true;
    socket.write(data);
  });
  socket.on('close', () => display.destroy());
}

test('[RELAY-11] a line for an X server that says nothing fails, and leaves no connection', async () => {
  const { name, sockets } = await startSilentDisplay();
  await expect(showX11Prompt(name, prompt, () => undefined)).rejects.toThrow('does not answer');
  expect(sockets).toHaveLength(1);
  await eventually(() => sockets[0]?.destroyed);
});

test('[RELAY-11] a line for an X server that takes no request fails as well', async () => {
  await using display = await startXvfb();
  const { name, sockets } = await startSilentDisplay(display.name);
  await expect(showX11Prompt(name, prompt, () => undefined)).rejects.toThrow('does not answer');
  expect(sockets).toHaveLength(1);
  await eventually(() => sockets[0]?.destroyed);
});
