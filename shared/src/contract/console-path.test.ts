import { expect, test } from 'vitest';
import { parseConsolePath, sameOriginPath } from './console-path.ts';

const ORIGIN = 'https://vigil.test';

test.each([
  ['/en/device/all?x=1#y', '/en/device/all?x=1#y'],
  ['https://vigil.test/ko/', '/ko/'],
  ['en/profile', '/en/profile'],
])('%s stays on this origin as %s', (address, path) => {
  expect(sameOriginPath(address, ORIGIN)).toBe(path);
});

test.each([
  null,
  '',
  'https://evil.example/en/',
  '//evil.example/en/',
  '/\\evil.example',
  '\\\\evil.example',
  'https://vigil.test.evil.example/',
  'https://vigil.test@evil.example/',
  'http://vigil.test/',
  'https://vigil.test:8443/',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://[',
])('%s leads nowhere', (address) => {
  expect(sameOriginPath(address, ORIGIN)).toBeNull();
});

test('no path begins with two slashes', () => {
  expect(sameOriginPath('https://vigil.test//evil.example/', ORIGIN)).toBe('/evil.example/');
  expect(sameOriginPath('/.//evil.example/', ORIGIN)).toBe('/evil.example/');
});

test.each(['/en/device/all?x=1#y', '/ko/'])('%s is a path of this console', (path) => {
  expect(parseConsolePath(path)).toBe(path);
});

test.each([
  null,
  '',
  'en/profile',
  'https://vigil.test/ko/',
  '//evil.example/en/',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
])('%s is no path of this console', (path) => {
  expect(parseConsolePath(path)).toBeNull();
});
