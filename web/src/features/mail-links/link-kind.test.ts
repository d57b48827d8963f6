import { expect, test } from 'vitest';
import { mailLinkOf } from './link-kind.ts';

test.each([
  ['type=auth&key=abc', { type: 'auth', linkKey: 'abc' }],
  ['type=unlock&key=abc', { type: 'unlock', linkKey: 'abc' }],
  ['type=undo&key=abc', { type: 'undo', linkKey: 'abc' }],
  ['type=auth', null],
  ['type=auth&key=', null],
  ['key=abc', null],
  ['type=other&key=abc', null],
  ['', null],
])('%s', (query, link) => {
  expect(mailLinkOf(new URLSearchParams(query))).toEqual(link);
});
