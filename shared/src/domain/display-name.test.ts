import { expect, test } from 'vitest';
import { preventAutolinks } from './display-name.ts';
import { isDisplayName } from './strict-display-name.ts';

test.each([
  '김미나',
  '山田 太郎',
  "Anne-Marie O'Neil",
  'J. R. Smith',
  'St. John',
  'Dr.Park',
  'J.Smith',
  'J.R.Smith',
  'J. R. R. Tolkien',
  'Prof.Dr.Müller',
  'Prof.Dr. Kim',
  'Mr.Wu',
  'J.Smith-Jones',
  'Zoë',
  'Kim (A/B)',
  'Kim: hotel',
  'Kim // Seoul',
  '',
])('%s is a name', (text) => {
  expect(isDisplayName(text)).toBe(true);
});

test.each([
  'You won: http://evil.example',
  'visit www.evil.example',
  'evil.com',
  'evil.co.kr now',
  'Claim at evil.de/x',
  'EVIL.Example',
  'bit.ly/q or t.me/y',
  't.me/abc',
  'evil.zip',
  'see вирус.рф',
  'Kim\u202Enimda',
  'Kim\nBcc: all@vigil.test',
  'ｅｖｉｌ．ｃｏｍ',
  'evil。com',
  'evil․com',
  'mailto:x@y',
  '1.2.3.4',
  '192.168.1.1/x',
  '\u3164',
  'Kim\u0007',
  'Kim\u200Bmina',
  'evil-Dr.Com',
  'claim-X.Com',
  'пX.Com',
  'X.Com/free',
  'Mr.Com:8080',
  'หมู.com',
  'हिन्दी.com',
  'कंपनी.भारत',
  '😀.com',
  'evil_.com',
  'X.Com',
  'Go X.Com now',
  'A.B.Com',
  'Dr.Zip',
  'Mr.Click',
  'Ms.Online',
  'X.Онлайн',
  'ⓔⓥⓘⓛ.ⓒⓞⓜ',
  'evil.℡',
  'see //evil',
  '\\\\evil\\share',
  '／／evil',
  '/\\evil',
  'call tel:0900',
  'ＴＥＬ：0900',
  'sms:0900',
  'skype:evil',
])('%j is not a name', (text) => {
  expect(isDisplayName(text)).toBe(false);
});

test.each([
  'http://evil.example/x',
  'www.evil.com',
  'X.Com',
  'PC evil.com',
  'www.evil.co.kr',
  'kim@evil.example',
  'см. вирус.рф',
  '회계.한국',
  'evil。com',
  '10.0.0.1',
  'หมู.com',
  '😀.com',
  'evil_.com',
  'ⓔⓥⓘⓛ.ⓒⓞⓜ',
  'evil.℡',
  'evil.\u2060com',
  'evil.\u00adcom',
  'evil⒈com',
  'see //evil/x',
  '\\\\evil\\share',
  '／＼evil',
  '/\u2060/evil',
  'call tel:0900',
  'ｔｅｌ：+82900',
  'ⓢⓜⓢ:0900',
  'te\u00adl:0900',
  'skype:evil',
])('%s is no link in a mail, and reads as before', (text) => {
  // Programs read it in one form of Unicode, and skip characters that nobody sees.
  const read = preventAutolinks(text)
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}--\u200B]/gv, '');
  expect(read).not.toMatch(/[/\\]{2}|(?:tel|sms|skype):[^\s\u200B]|\S[.。][\p{L}\p{N}]/u);
  expect(preventAutolinks(text).replaceAll('\u200B', '')).toBe(text);
});

test('other texts are left as they are', () => {
  const text = 'Kiosk 3: front desk (2nd floor), v. 2, at 10:30, 3/4, 0a:1b:fe:dc';
  expect(preventAutolinks(text)).toBe(text);
});
