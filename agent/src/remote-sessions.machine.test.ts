import { randomUUID } from 'node:crypto';
import { RemoteSessionId } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { memoryStore } from './state-store.ts';
import { eventually } from './testing/eventually.ts';
import { createTestAgent } from './testing/test-agent.ts';
import { TestGateway } from './testing/test-gateway.ts';

test('[REMOTE-4] the start of a session whose answer is lost is reported again, as it was', async () => {
  await using gateway = await TestGateway.start();
  const store = memoryStore();
  await using agent = createTestAgent(gateway, { store });
  await agent.start();
  await eventually(() => agent.state === 'connected');
  gateway.answersStates = false;
  const session = RemoteSessionId.parse(randomUUID());
  gateway.socket.emit('session', { session, type: 'rc', user_name: 'Mina', ends_at: null });
  const { remote_state: reports } = gateway.received;
  await eventually(() => reports.length === 1);
  // The network fails between the report and its answer.
  gateway.answersStates = true;
  gateway.socket.disconnect(true);
  await eventually(() => reports.length > 1 && store.read('report-queue.json') === '[]');
  const started = reports.filter(({ state }) => state === 'started');
  expect(started).toEqual([{ session, state: 'started', at: reports[0]?.at }, reports[0]]);
});
