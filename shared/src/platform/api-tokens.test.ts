import { expect, test } from 'vitest';
import { apiTokenHint, hasApiTokenPrefix, isWellFormedToken, generateApiToken } from './api-tokens.ts';

test('a token is recognised, and one with a wrong character is not well formed', () => {
  const token = generateApiToken();
  expect(token).toMatch(/^vgl_[\da-f]{56}$/u);
  expect([hasApiTokenPrefix(token), isWellFormedToken(token)]).toEqual([true, true]);
  expect(generateApiToken()).not.toBe(token);
  expect(apiTokenHint(token)).toBe(token.slice(0, 10));
  for (const at of [4, 30, 59]) {
    const wrong = token.slice(0, at) + (token[at] === '0' ? '1' : '0') + token.slice(at + 1);
    expect([hasApiTokenPrefix(wrong), isWellFormedToken(wrong)]).toEqual([true, false]);
  }
  for (const other of ['', 'vgl_', `${token}0`, ` ${token}`, token.toUpperCase(), 'eyJhbGciOiJFZERTQSJ9.e30.x'])
    expect([other, isWellFormedToken(other)]).toEqual([other, false]);
});
