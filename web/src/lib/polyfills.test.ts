import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPolyfills } from './polyfills.ts';

const added = [
  [Map, 'groupBy'],
  [Promise, 'withResolvers'],
  [URL, 'canParse'],
  [URL, 'parse'],
  [AbortSignal, 'any'],
] as const;
const natives = added.map(([target, name]) => [target, name, Object.getOwnPropertyDescriptor(target, name)!] as const);

beforeEach(() => {
  for (const [target, name] of added) Reflect.deleteProperty(target, name);
  addPolyfills();
});

afterEach(() => {
  for (const [target, name, native] of natives) Object.defineProperty(target, name, native);
});

test('items are grouped in their order, by keys of any type', () => {
  const groups = Map.groupBy(new Set([3, 1, 2, 5]).values(), (value, index) => (index === 3 ? null : value % 2 === 1));
  expect([...groups]).toEqual([
    [true, [3, 1]],
    [false, [2]],
    [null, [5]],
  ]);
});

test('a promise is settled from outside', async () => {
  const [done, failed] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  done.resolve(1);
  failed.reject(new Error('no'));
  await expect(done.promise).resolves.toBe(1);
  await expect(failed.promise).rejects.toThrow('no');
});

test('a URL can be parsed, also a relative one with its base', () => {
  expect(URL.canParse('https://vigil.example')).toBe(true);
  expect(URL.canParse('/list')).toBe(false);
  expect(URL.canParse('/list', 'https://vigil.example')).toBe(true);
  expect(URL.parse('/list', 'https://vigil.example')?.href).toBe('https://vigil.example/list');
  expect(URL.parse('/list')).toBeNull();
});

test('the first signal that ends, ends all of them with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const any = AbortSignal.any([one.signal, other.signal]);
  expect(any.aborted).toBe(false);
  other.abort('ended');
  one.abort('late');
  expect(any).toMatchObject({ aborted: true, reason: 'ended' });
  expect(AbortSignal.any([one.signal, other.signal])).toMatchObject({ aborted: true, reason: 'late' });
});
