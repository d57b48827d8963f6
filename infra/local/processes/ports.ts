import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { StartProblem } from '../start-problem.ts';

const LOOPBACK = '127.0.0.1';

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, resolve);
  });

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

export type PortRange = readonly [lowest: number, above: number];

// Below those from which systems take the ports of clients: one that asks for a port there before its server listens
// may be given that very port, and talk to itself.
const SYSTEM_PORTS: PortRange = [10_000, 21_000];
/** Apart from those of systems, whose servers do not listen for seconds after their ports were chosen. */
export const TEST_PORTS: PortRange = [21_000, 32_000];
const MAX_TRIES = 100;
/** Two servers of one system must not be given the same one before either listens. */
const given = new Set<number>();

/** A loopback port without a listener at this moment, which this process was not given before. */
export async function pickFreePort(range = SYSTEM_PORTS): Promise<number> {
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    const port = randomInt(...range);
    if (given.has(port)) continue;
    given.add(port);
    if (await isPortFree(port)) return port;
  }
  // So many are not taken by chance: the last one says why.
  const port = randomInt(...range);
  await assertPortFree(port, LOOPBACK);
  return port;
}

export async function pickFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await pickFreePort());
  return ports;
}

export async function isPortFree(port: number, host = LOOPBACK): Promise<boolean> {
  try {
    await assertPortFree(port, host);
    return true;
  } catch {
    return false;
  }
}

/** @throws StartProblem naming the port and what to do, when this process may not listen there. */
export async function assertPortFree(port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    await listen(server, port, host);
  } catch (error) {
    throw portProblem(port, host, error);
  }
  await close(server);
}

function portProblem(port: number, host: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartProblem(`port ${port} is taken by another program: stop that one, or start with PORT=${port + 1}`);
  }
  if (code === 'EACCES') return new StartProblem(`port ${port} needs more rights than this user has: choose PORT=8080`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartProblem(`HOST has to be an address of this machine, which ${host} is not`);
  }
  return error;
}
