import { createAgent, type Agent, type AgentOptions } from '../agent.ts';
import { loadSigner } from '../signer.ts';
import { memoryStore } from '../state-store.ts';
import { FakeHost } from './fake-host.ts';
import type { TestGateway } from './test-gateway.ts';

/** An agent on a fake host, not started yet; its store is new unless one is passed. */
export function createTestAgent(gateway: TestGateway, options: Partial<AgentOptions> = {}): Agent {
  const store = options.store ?? memoryStore();
  return createAgent({
    server: gateway.url,
    enrolToken: 'token',
    version: '1.2.3',
    signer: loadSigner(store),
    store,
    host: new FakeHost(),
    ...options,
  });
}
