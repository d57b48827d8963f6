import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { CompanyPk } from '../../contract/ids.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { Redis } from '../redis/redis.ts';
import { createSubscriber, parseBusMessage } from './bus.ts';
import { busChannels } from './channels.ts';
import { busMessages, type CompanyMessage } from './messages.ts';

/**
 * The hash of all bus messages. When this test fails and the change is intended: follow the rule for rolling upgrades
 * in `messages.ts`, and enter the new hash here.
 */
const AGREED = 'e712ad60f5f26937';

test('the schemas of bus messages have not changed', () => {
  const schemas = Object.entries(busMessages)
    .map(([kind, schema]) => [kind, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  const hash = createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 16);
  expect(hash).toBe(AGREED);
});

test('a kind of a newer version is unknown, a field of a newer version is removed, and neither throws', () => {
  expect(parseBusMessage('{"t":"of_next_year","x":1}')).toEqual({ ok: false, reason: 'unknown', kind: 'of_next_year' });
  const newer = '{"t":"device_removed","seq":3,"version":2,"device_pk":4,"why":"new"}';
  expect(parseBusMessage(newer)).toEqual({
    ok: true,
    message: { t: 'device_removed', seq: 3, version: 2, device_pk: 4 },
  });
});

test('a message of an older version gets the defaults of the fields that it lacks', () => {
  const older = '{"t":"group_changed","seq":3}';
  const message = { t: 'group_changed', seq: 3, version: 0, changed: [], removed: [] };
  expect(parseBusMessage(older)).toEqual({ ok: true, message });
});

test.each(['', 'null', '[]', '7', '{"t":7}', '{"t":"toString"}', '{"t":"alert","pk":"x"}', '{"t":"__proto__"}'])(
  'what is no message is skipped: %s',
  (text) => {
    expect(parseBusMessage(text).ok).toBe(false);
  },
);

test('a skipped message is counted, and the next one is received', async () => {
  let deliver: (text: string) => void = () => undefined;
  const redis = {
    subscribe: async (_channel: string, listener: (text: string) => void) => {
      deliver = listener;
      return async () => undefined;
    },
  } as unknown as Redis;
  const metrics = createMetrics('test');
  const subscribe = createSubscriber({ redis, log: createLog('test', 'silent'), metrics });
  const received: CompanyMessage[] = [];
  await subscribe(busChannels.company(CompanyPk.parse(1)), (message) => received.push(message));
  for (const text of ['{', '{"t":"unheard_of"}', '{"t":"policy_changed"}']) deliver(text);
  expect(received).toEqual([{ t: 'policy_changed' }]);
  const rendered = await metrics.render();
  expect(rendered).toContain('vigil_bus_messages_skipped_total{reason="malformed",service="test"} 1');
  expect(rendered).toContain('vigil_bus_messages_skipped_total{reason="unknown",service="test"} 1');
});
