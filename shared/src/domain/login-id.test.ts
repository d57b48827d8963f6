import { expect, test } from 'vitest';
import { isAllowedLoginId, mailedLoginId } from './login-id.ts';

test.each([
  'kim.lee',
  'Mina.Park',
  'mina_park-2',
  'team.a.2',
  'kim@vigil.test',
  'kim.lee@corp.co.kr',
  'kim@example.com',
  'operator@hq',
  'good.id_1-2@vigil',
  '2024.10',
  'kim.lee-com',
])('%s may be an ID, and mails print it as it is', (id) => {
  expect(isAllowedLoginId(id)).toBe(true);
  expect(mailedLoginId(id)).toBe(id);
});

test.each([
  'www.evil.com',
  'WWW.evil-shop.test',
  'evil.com',
  'EVIL.Zip',
  'evil.co.kr',
  'evil.com.',
  'evil.co.lee',
  'evil.com-shop',
  'EVIL.Com-shop-2',
  'evil.com-',
  'evil.com-shop@hq',
  'evil.xn--p1ai',
  '10.0.0.1',
  'evil.com@hq',
  'hq@evil.com@hq',
  'www.evil.com@hq.test',
])('%s is a link in a mail: it may not be a new ID, and mails break it', (id) => {
  expect(isAllowedLoginId(id)).toBe(false);
  expect(mailedLoginId(id)).toMatch(/\.\u200B\w/u);
  expect(mailedLoginId(id).replaceAll('\u200B', '')).toBe(id);
});

test.each(['mina.kim', 'Li.Na', 'ada.black', 'jo.fox'])(
  '%s is the name of a person: it may be an ID, and mails break it',
  (id) => {
    expect(isAllowedLoginId(id)).toBe(true);
    expect(mailedLoginId(id)).toMatch(/\.\u200B\w/u);
  },
);

test.each(['abc', 'a b c d', 'kim/lee', 'x'.repeat(39)])('%j is no ID at all', (id) => {
  expect(isAllowedLoginId(id)).toBe(false);
});
