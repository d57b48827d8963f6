import { expect, test } from 'vitest';
import { curlOf, examples } from './examples.ts';

test('an example is a command that a shell takes as it is', () => {
  expect(curlOf(examples.list, 'https://vigil.test')).toBe(
    [
      'curl -H "Authorization: Bearer $VIGIL_TOKEN" \\',
      "  'https://vigil.test/lmm/api/v1.0/devices?search_key=alive&search_value=0&limit=100'",
    ].join('\n'),
  );
  expect(curlOf(examples.reboot, 'https://vigil.test')).toBe(
    [
      'curl -X PUT -H "Authorization: Bearer $VIGIL_TOKEN" \\',
      `  -H 'Content-Type: application/json' -d '{"type":"reboot"}' \\`,
      "  'https://vigil.test/lmm/api/v1.0/remoteControl/00000000-0000-4000-8000-000000000000'",
    ].join('\n'),
  );
});
