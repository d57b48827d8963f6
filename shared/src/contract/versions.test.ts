import { expect, test } from 'vitest';
import { isOlderVersion } from './versions.ts';

test.each([
  ['1.9.0', '1.10.0', true],
  ['1.10.0', '1.9.0', false],
  ['1.0', '1.0.0', false],
  ['1', '1.0.1', true],
  ['2.0.0', '2.0.0', false],
])('%s is older than %s: %s', (version, than, isOlder) => {
  expect(isOlderVersion(version, than)).toBe(isOlder);
});
