import { expect, test } from 'vitest';
import { createDeviceSearch } from './device-search.ts';

const device = {
  alias: 'SEOUL-PC-00001',
  s_pub_ip: '203.0.113.9',
  s_pri_ip: '10.0.3.27',
  mac_addr: '02:57:10:AB:00:1F',
  memo: 'Reception, 2nd floor',
  tags: ['Till', '계산대', 'café'],
  dev_os_id: 1 as const,
  user_os_str: 'Windows 11 Pro',
  cs_ver: '4.2.0',
};

test.for([
  '',
  '  ',
  'seoul-pc',
  '113.9',
  '10.0.3.27',
  '57:10:ab',
  '57-10-AB',
  '0257.10ab.001f',
  '10ab001f',
  'reception',
  'windows 11',
  'pc seoul',
  'windows reception till',
  'till',
  '계산',
  // NFD, as macOS types it.
  'cafe\u0301',
  'tag: till',
  'TAG:계산대',
  'tag:',
  'version: 4.2.0',
  'version:4.2.0',
  'version:',
])('"%s" finds the device', (text) => expect(createDeviceSearch(text)(device)).toBe(true));

test.for([
  'busan',
  '10.0.4',
  '5710ac',
  'ab',
  'linux',
  'tag: reception',
  'tag: seoul',
  'till hall',
  'version: 4.2',
  'version: 4.2.01',
  'version: seoul',
])('"%s" does not', (text) =>
  expect(
    createDeviceSearch(text)({ ...device, alias: 'SEOUL-PC', mac_addr: text === 'ab' ? null : device.mac_addr }),
  ).toBe(false),
);

test('the name of a system finds its distributions', () => {
  const ubuntu = { ...device, dev_os_id: 2 as const, user_os_str: 'Ubuntu 24.04.1 LTS' };
  for (const text of ['linux', 'Linux', 'ubuntu']) expect(createDeviceSearch(text)(ubuntu)).toBe(true);
  expect(createDeviceSearch('windows')(ubuntu)).toBe(false);
});

test.each([
  ['회의실 노트북'.normalize('NFD'), '회의실'],
  ['회의실 노트북', '회의실'.normalize('NFD')],
  ['O’Hara', "o'hara"],
  ["O'Hara", 'O‘Hara'],
  ['ＰＣ－１２', 'pc-12'],
  ['PC-12', 'ｐｃ'],
  ['ｶﾌｪ', 'カフェ'],
])('a device named %s is found by %s', (alias, text) => {
  expect(createDeviceSearch(text)({ ...device, alias, tags: [], memo: '' })).toBe(true);
});
