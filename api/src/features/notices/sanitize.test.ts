import { expect, test } from 'vitest';
import { htmlOfText, sanitizeNotice } from './sanitize.ts';

test.each([
  ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
  ['a handler', '<img src="/a.png" onerror="alert(1)">', '<img src="/a.png" />'],
  [
    'a script as an address',
    '<a href="javascript:alert(1)">a</a>',
    '<a rel="noopener noreferrer nofollow" target="_blank">a</a>',
  ],
  ['a picture of others, who would learn who reads', '<img src="https://x.test/a.png">', '<img />'],
  ['an address without a scheme', '<img src="//x.test/a.png">', '<img />'],
  ['a style', '<p style="position:fixed">a</p><style>*{display:none}</style>', '<p>a</p>'],
  ['a frame', '<iframe src="https://x.test"></iframe>', ''],
  ['a form', '<form action="https://x.test"><input name="pw"></form>', ''],
  ['a drawing with a script', '<svg><script>alert(1)</script></svg>', ''],
])('%s does not get in', (_, given, kept) => expect(sanitizeNotice(given)).toBe(kept));

test('what a notice is made of stays', () => {
  const html = '<h3>a</h3><ul><li><strong>b</strong></li></ul><p>c &amp; d<br />e</p>';
  expect(sanitizeNotice(html)).toBe(html);
  expect(sanitizeNotice('<h1>a</h1>')).toBe('<h3>a</h3>');
  expect(sanitizeNotice('<a href="https://x.test/?a=1&amp;b=2">a</a>')).toContain('href="https://x.test/?a=1&amp;b=2"');
});

test('plain text stays what it says', () => {
  expect(htmlOfText('a < b\nc\n\nd & e')).toBe('<p>a &lt; b<br>c</p>\n<p>d &amp; e</p>');
});
