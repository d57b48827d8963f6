import { inventory } from '@vigil/shared/contract/events/agent-up/inventory';
import { expect, test } from 'vitest';
import { parseRpm, parseWindowsSoftware } from './software.ts';

const good = (count: number) =>
  Array.from({ length: count }, (_, i) => `package-${i}\tVendor\t1767312000\t1.0-1\tSummary ${i}`);

test.each<[string, string, object | null]>([
  ['a tab in the summary', 'bash\tRocky\t1767312000\t5.1-9\tThe\tshell', { description: 'The shell' }],
  [
    'a tab in the vendor',
    'bash\tRocky\tLinux\t1767312000\t5.1-9\tThe shell',
    { company: 'Rocky Linux', version: '5.1-9' },
  ],
  ['a line end in the summary', 'bash\tRocky\t1767312000\t5.1-9\tThe\nshell', { description: 'The' }],
  ['a line end in the vendor', 'bash\tRocky\nLinux\t1767312000\t5.1-9\tThe shell', null],
  ['no time', 'gpg-pubkey\t(none)\t(none)\t1-2\tkey', { install_date: '', version: '1-2' }],
  ['a time beyond all dates', 'bash\tRocky\t99999999999999999999\t5.1-9\tThe shell', { install_date: '' }],
  ['a time that is none', 'bash\tRocky\tyesterday\t5.1-9\tThe shell', { install_date: '', version: '5.1-9' }],
])('%s loses no other package of rpm', (_, line, expected) => {
  const rows = parseRpm([...good(150), line, ...good(150)].join('\n'));
  expect(rows.filter(({ name }) => name.startsWith('package-'))).toHaveLength(300);
  if (expected) expect(rows[150]).toMatchObject(expected);
  expect(inventory.payload.safeParse({ hardware: [], software: rows }).success).toBe(true);
});

test('numbers, lists and objects in the answer of Windows lose no program', () => {
  const rows = parseWindowsSoftware([
    ...Array.from({ length: 200 }, (_, i) => ({ DisplayName: `Program ${i}`, DisplayVersion: '1.0' })),
    { DisplayName: 'Seven', DisplayVersion: 7, InstallDate: 20_240_101, Comments: ['a', 'b'], Publisher: null },
    { DisplayName: { value: 'object' } },
    { DisplayName: `${'A'.repeat(499)}😀` },
    'no object',
    null,
  ]);
  expect(rows).toHaveLength(202);
  expect(rows[200]).toEqual({
    name: 'Seven',
    version: '7',
    install_date: '20240101',
    description: 'a, b',
    company: '',
  });
  expect(rows[201]?.name).toBe('A'.repeat(499));
  expect(inventory.payload.safeParse({ hardware: [], software: rows }).success).toBe(true);
  expect(parseWindowsSoftware({ DisplayName: 'The only one' })).toHaveLength(1);
});
