import { expect, test } from 'vitest';
import { systemClock, type Clock } from './clock.ts';
import { readIdentity } from './identity.ts';
import { finishKeyChange, loadNextSigner, commitKeyChange } from './key-change.ts';
import { KEY_FILE, loadSigner, readStoredSigner } from './signer.ts';
import { memoryStore, type StateStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { FakeHost } from './testing/fake-host.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

/** The store of an enrolled agent, as a copied disk has it. */
async function enrolledStore(gateway: TestGateway): Promise<StateStore> {
  const store = memoryStore();
  await using agent = createTestAgent(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  return store;
}

const refuseCopies = (gateway: TestGateway, code: string, id: unknown) => {
  gateway.refuse = ({ hardware }) => (hardware?.id === id ? { code } : null);
};

test('[HELLO-8] an agent names its hardware, and waits long when other hardware is connected', async () => {
  await using gateway = await TestGateway.start();
  const store = await enrolledStore(gateway);
  const host = new FakeHost();
  expect(gateway.handshakes[0]?.hardware).toMatchObject({ id: host.identity().hardware_id, mac_addr: host.mac });
  gateway.refuse = () => ({ code: 'hardware_conflict' });
  await using copy = createTestAgent(gateway, { store });
  await copy.start();
  await eventually(() => copy.state === 'waiting');
  expect(gateway.handshakes).toHaveLength(2);
});

test('[HELLO-8] an agent whose host cannot be told from a copy sends no hardware', async () => {
  await using gateway = await TestGateway.start();
  const host = new FakeHost();
  host.mac = '';
  await using agent = createTestAgent(gateway, { host });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(gateway.handshakes[0]).not.toHaveProperty('hardware');
});

test('[HELLO-8] a host that never says what it is keeps no agent from connecting', async () => {
  await using gateway = await TestGateway.start();
  const store = await enrolledStore(gateway);
  const host = new FakeHost();
  host.identity = () => new Promise<never>(() => undefined) as never;
  const hurried: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms === 15_000 ? 50 : ms, run) };
  await using agent = createTestAgent(gateway, { store, host, clock: hurried });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  expect(gateway.handshakes.at(-1)).not.toHaveProperty('hardware');
});

test('[HELLO-10] an agent that needs a new key makes one, and starts again as a device of its own', async () => {
  await using gateway = await TestGateway.start();
  const store = await enrolledStore(gateway);
  store.write('settings.json', '{}');
  const [key, guid] = [readStoredSigner(store)?.publicKey, readIdentity(store)?.guid];
  const host = new FakeHost();
  host.mac = '02:00:00:00:00:99';
  refuseCopies(gateway, 'new_key_required', host.identity().hardware_id);
  {
    await using copy = createTestAgent(gateway, { store, host });
    await copy.start();
    expect(await copy.ended).toBe('restart');
  }
  finishKeyChange(store);
  expect(readStoredSigner(store)?.publicKey).toBe(gateway.newKeys[0]);
  expect(readStoredSigner(store)?.publicKey).not.toBe(key);
  expect(readIdentity(store)?.guid).not.toBe(guid);
  expect(store.read('settings.json')).toBeNull();
  gateway.refuse = () => null;
  await using own = createTestAgent(gateway, { store, host });
  await own.start();
  await eventually(() => own.state === 'connected');
  expect(gateway.newKeys).toHaveLength(1);
});

test('[HELLO-10] a lost answer is asked for again with the same key', async () => {
  await using gateway = await TestGateway.start();
  const store = await enrolledStore(gateway);
  gateway.lostKeyAnswers = 1;
  gateway.refuse = () => ({ code: 'new_key_required' });
  {
    await using killed = createTestAgent(gateway, { store });
    await killed.start();
    await eventually(() => gateway.newKeys.length === 1);
  }
  await using copy = createTestAgent(gateway, { store });
  await copy.start();
  expect(await copy.ended).toBe('restart');
  expect(new Set(gateway.newKeys).size).toBe(1);
});

test('[HELLO-10] a key change is completed after the process ended at any of its steps', () => {
  const identity = {
    server: 'http://a',
    guid: '6a0c4a4c-6f6e-4a64-8a52-6f1f0a1f7e11' as never,
    gateway_url: 'http://a',
  };
  const killedAfter = (steps: number): StateStore => {
    const store = memoryStore();
    loadSigner(store);
    loadNextSigner(store);
    commitKeyChange(store, { ...identity, credential: 'next' });
    let left = steps;
    const step = () => {
      if ((left -= 1) < 0) throw new Error('killed');
    };
    const dying: StateStore = {
      ...store,
      write: (name, text) => (step(), store.write(name, text)),
      remove: (name) => (step(), store.remove(name)),
    };
    try {
      finishKeyChange(dying);
    } catch {
      // The process is gone; the next one finds the store as it is.
    }
    return store;
  };
  for (let steps = 0; steps < 12; steps += 1) {
    const store = killedAfter(steps);
    const before = store.read('agent.key.next');
    finishKeyChange(store);
    expect(readIdentity(store)?.credential).toBe('next');
    if (before !== null) expect(store.read(KEY_FILE)).toBe(before);
    expect(store.read('identity.json.next')).toBeNull();
    expect(loadNextSigner(store).publicKey).not.toBe(readStoredSigner(store)?.publicKey);
  }
});
