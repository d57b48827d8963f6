import { expect, test } from 'vitest';
import { isWebsite } from './website.ts';

test.each(['northwind.test', 'https://www.northwind.test/about?x=1', 'http://한국.kr', 'nw.test:8443'])(
  '%s',
  (text) => {
    expect(isWebsite(text)).toBe(true);
  },
);

test.each(['', 'northwind', 'javascript:alert(1)', 'ftp://nw.test', 'nw .test', 'https://user:pw@nw.test', 'https://'])(
  '%s is no website',
  (text) => {
    expect(isWebsite(text)).toBe(false);
  },
);
