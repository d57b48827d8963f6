import { expect, test } from 'vitest';
import { createTimeFormat } from '../../lib/time-format.ts';
import { connectionText } from './connection-text.ts';

const time = createTimeFormat({ time_zone_id: 32, date_fmt_id: 0 }, 'en');
const texts = {
  since: (at: string) => `Since ${at}`,
  seen: (ago: string) => `Seen ${ago}`,
  seenAt: (at: string) => `Last seen ${at}`,
  never: 'None',
};
const connected = '2026-05-01T00:00:00.000Z';
const disconnected = '2026-11-28T01:00:00.000Z';
const now = Date.parse('2026-11-28T01:24:00.000Z');

test.each([
  ['online', true, connected, disconnected, 'Since 2026/05/01', 'Since 2026/05/01 09:00:00'],
  ['online since today', true, disconnected, null, 'Since 10:00', 'Since 2026/11/28 10:00:00'],
  [
    'offline after months of uptime',
    false,
    connected,
    disconnected,
    'Seen 24 min. ago',
    'Last seen 2026/11/28 10:00:00',
  ],
  ['offline without a known end', false, disconnected, null, 'Seen 24 min. ago', 'Last seen 2026/11/28 10:00:00'],
  ['never connected', false, null, null, 'None', ''],
] as const)('%s', (_, isOnline, last_connected_time, last_disconnected_time, text, exact) => {
  const device = { isOnline, last_connected_time, last_disconnected_time };
  expect(connectionText(device, { time, texts, now })).toEqual({ text, exact });
});
