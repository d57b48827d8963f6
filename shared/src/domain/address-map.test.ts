import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressMap } from './address-map.ts';
import { addressRange, sortableAddressText, isInRanges, mergeRanges } from './ip-addresses.ts';

const mapOf = (texts: readonly string[], own = '') =>
  addressMap(
    mergeRanges(texts.map((text) => addressRange(...(text.split('-') as [string]))).filter((range) => range !== null)),
    sortableAddressText(own),
  );

test.each([
  [['10.0.0.0/8'], [{ block: '10.0.0.0/8', parts: [[0, 255]] }]],
  [['203.0.113.7'], [{ block: '203.0.0.0/8', parts: [[0, 0]] }]],
  [
    ['10.1.0.0/16', '10.2.0.0/15', '10.9.9.9', '10.9.200.1'],
    [
      {
        block: '10.0.0.0/8',
        parts: [
          [1, 3],
          [9, 9],
        ],
      },
    ],
  ],
  [['0.0.0.0/1'], [{ block: '0.0.0.0/8 ~ 127.0.0.0/8', parts: [[0, 255]] }]],
  [
    ['10.128.0.0-12.0.0.5'],
    [
      { block: '10.0.0.0/8', parts: [[128, 255]] },
      { block: '11.0.0.0/8', parts: [[0, 255]] },
      { block: '12.0.0.0/8', parts: [[0, 0]] },
    ],
  ],
  [['2001:db8::/32'], [{ block: '2001::/16', parts: [[13, 13]] }]],
  [['fc00::/7'], [{ block: 'fc00::/16 ~ fdff::/16', parts: [[0, 255]] }]],
  [[], []],
] as const)('the map of %j', (texts, rows) => {
  expect(mapOf(texts)).toEqual(rows.map((row) => ({ ...row, own: null })));
});

test('the address of the caller is marked in its block', () => {
  expect(mapOf(['10.0.0.0/16', '11.1.0.0/16'], '11.64.0.1').map(({ own }) => own)).toEqual([null, 64]);
  expect(mapOf(['0.0.0.0/1'], '64.0.0.1')[0]?.own).toBe(128);
  expect(mapOf(['2001:db8::/32'], '13.0.0.1')[0]?.own).toBeNull();
});

test('every listed address is in a part of the row of its block, and rows are in order without overlap', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const address = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'));
  const subnet = fc.tuple(address, fc.integer({ min: 1, max: 32 })).map(([text, bits]) => `${text}/${bits}`);
  fc.assert(
    fc.property(fc.array(subnet, { maxLength: 30 }), address, (texts, tested) => {
      const ranges = mergeRanges(texts.map((text) => addressRange(text)).filter((range) => range !== null));
      const rows = addressMap(ranges, null);
      const [first = 0, second = 0] = tested.split('.').map(Number);
      const row = rows.find(({ block }) => {
        const [from = 0, to = from] = block.split(' ~ ').map((name) => Number(name.split('.')[0]));
        return from <= first && first <= to;
      });
      const isShown = row?.parts.some(([from, to]) => from <= second && second <= to) === true;
      if (isInRanges(sortableAddressText(tested) ?? '', ranges)) expect(isShown).toBe(true);
      for (const { parts } of rows) expect(parts.flat()).toEqual(parts.flat().toSorted((a, b) => a - b));
    }),
  );
});
