import { enrolAgent } from '@vigil/shared/contract/http/agents';
import { expect, test } from 'vitest';
import { deviceNameOf } from './device-name.ts';

test.each<[readonly (string | undefined)[], string]>([
  [['Kiosk', 'host'], 'Kiosk'],
  [[undefined, 'host'], 'host'],
  [['', 'host'], 'host'],
  [['\u200e', ' '], 'device'],
  [['\u3164', 'host'], 'host'],
  [['\u2800 \u115f'], 'device'],
  [['호스트'.normalize('NFD')], '호스트'],
  [['a\ufffeb'], 'ab'],
  [[`${'a'.repeat(63)}😀`], 'a'.repeat(63)],
  [['b'.repeat(253)], 'b'.repeat(64)],
  [['half \ud83d'], 'half'],
])('of the names %j the device gets %j, which an enrolment takes', (names, name) => {
  expect(deviceNameOf(...names)).toBe(name);
  expect(enrolAgent.body.shape.name.parse(deviceNameOf(...names))).toBe(name);
});
