import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { assertPortFree, pickFreePort, type PortRange } from './ports.ts';

test('a port that is taken is named, with what to do', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await expect(assertPortFree(port, '0.0.0.0')).rejects.toThrow(
    `port ${port} is taken by another program: stop that one, or start with PORT=${port + 1}`,
  );
});

test('an address of another machine is refused', async () => {
  await expect(assertPortFree(await pickFreePort(), '192.0.2.1')).rejects.toThrow(
    'HOST has to be an address of this machine',
  );
});

test('no port is given twice', async () => {
  const range: PortRange = [20_900, 20_910];
  const ports = await Promise.all(Array.from({ length: 5 }, () => pickFreePort(range)));
  expect(new Set(ports).size).toBe(5);
});
