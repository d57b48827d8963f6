import { expect, test } from 'vitest';
import { nextSpread, tagChoicesOf, tagChanges, type TagSpread } from './tag-choices.ts';

const devices = [['Till', 'east'], ['till'], ['TILL', 'spare']].map((tags) => ({ tags }));
const choices = tagChoicesOf(devices, (a, b) => a.localeCompare(b));

test('a tag is on all of the selected devices or on some in any spelling', () => {
  expect(choices).toEqual([
    { tag: 'east', count: 1, before: 'some' },
    { tag: 'spare', count: 1, before: 'some' },
    { tag: 'Till', count: 3, before: 'all' },
  ]);
});

test.each<[TagSpread, readonly TagSpread[]]>([
  ['some', ['all', 'none', 'some']],
  ['all', ['none', 'all']],
])('a tag on %s of the devices goes through %j', (before, following) => {
  let now: TagSpread = before;
  for (const next of following) {
    now = nextSpread(now, before);
    expect(now).toBe(next);
  }
});

// [chosen by key, typed, the request]
const REQUESTS: readonly (readonly [Record<string, TagSpread>, string[], object])[] = [
  [{}, [], { add: [], remove: [] }],
  [{ east: 'all', till: 'none' }, [], { add: ['east'], remove: ['Till'] }],
  [{ east: 'some', till: 'all' }, ['new'], { add: ['new'], remove: [] }],
  // What is typed is wanted, also if its box was cleared before.
  [{ till: 'none', spare: 'none' }, ['till'], { add: ['till'], remove: ['spare'] }],
];

test.each(REQUESTS)('%j with %j typed asks for %j', (chosen, typed, request) => {
  expect(tagChanges(choices, new Map(Object.entries(chosen)), typed)).toEqual(request);
});
