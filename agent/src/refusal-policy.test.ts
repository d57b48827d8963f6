import { backOffDelay } from '@vigil/shared/contract/back-off';
import { expect, test } from 'vitest';
import { RECONNECT_BACK_OFF } from './reconnect-waits.ts';
import { refusalPolicyOf } from './refusal-policy.ts';

test('the first wait before a reconnection is short and random, later ones grow up to 8 s', () => {
  const waits = (random: () => number) =>
    [1, 2, 3, 4].map((failures) => Math.round(backOffDelay(RECONNECT_BACK_OFF, failures, random)));
  expect(waits(() => 0)).toEqual([200, 600, 1_333, 1_333]);
  expect(waits(() => 1)).toEqual([1_200, 3_600, 8_000, 8_000]);
});

test('5,000 agents reconnect within 8 s of a gateway’s return, however long it was away, and spread over that time', () => {
  const OUTAGE_MS = 300_000;
  const arrivals = Array.from({ length: 5_000 }, () => {
    let at = 0;
    for (let failures = 1; at < OUTAGE_MS; failures += 1) at += backOffDelay(RECONNECT_BACK_OFF, failures);
    return at - OUTAGE_MS;
  });
  expect(Math.max(...arrivals)).toBeLessThanOrEqual(8_000);
  const busiest = Math.max(
    ...Array.from({ length: 80 }, (_, i) => arrivals.filter((at) => Math.floor(at / 100) === i).length),
  );
  expect(busiest).toBeLessThan(500);
});

test('an unknown refusal is retried with back-off; one that the catalogue calls permanent waits long', () => {
  expect(refusalPolicyOf('something_new')).toEqual({ renewCredential: false, retry: 'back-off' });
  expect(refusalPolicyOf('not_allowed')).toEqual({ renewCredential: false, retry: 'long' });
  expect(refusalPolicyOf('unavailable')).toEqual({ renewCredential: false, retry: 'back-off' });
});
