import { expect, test } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

test.each([
  ['failed: https://vigil.test/en/access/auth?type=auth&key=s3cret', 'failed: https://vigil.test/en/access/auth'],
  ['failed: /en/access/auth_token?token=s3cret', 'failed: /en/access/auth_token'],
  ['failed: auth_token?token=s3cret', 'failed: auth_token'],
  ['(https://vigil.test/remote#secret=s3cret)', '(https://vigil.test/remote)'],
  ['https://vigil.test/?a=(s3cret)', 'https://vigil.test/)'],
  ['at https://kim:s3cret@vigil.test/a.js', 'at https://vigil.test/a.js'],
  [
    'TypeError: x\n    at open (https://vigil.test/assets/first-a1.js?v=s3cret:10:52)\n    at run',
    'TypeError: x\n    at open (https://vigil.test/assets/first-a1.js:10:52)\n    at run',
  ],
  ['refused eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiIxIn0.c2lnbmF0dXJlLXNlY3JldA', 'refused [token]'],
])('%s loses what may be secret', (text, kept) => {
  expect(redactSecrets(text)).toBe(kept);
  expect(redactSecrets(kept)).toBe(kept);
});

test.each(["Cannot read properties of undefined (reading 'name')", 'a?.b is not a function', 'no member #seq, why?'])(
  '%s stays as it is',
  (text) => {
    expect(redactSecrets(text)).toBe(text);
  },
);
