import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAddressRule, sortableAddressText, mergeRanges, type ComparableAddressRange } from './ip-addresses.ts';
import { networkDenial, type NetworkPolicy } from './network-policy.ts';

// The plain model: an address is a family and a number, a rule is a family with a first and a last number, and a list
// is searched from its beginning to its end.
interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}
interface Rule {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

const bitsOf = { 4: 32, 6: 128 } as const;
const MAPPED = 0xffffn << 32n;

const v4Text = (value: bigint): string => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
const v6Text = (value: bigint): string =>
  [7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n].map((group) => ((value >> (16n * group)) & 0xffffn).toString(16)).join(':');
const textOf = ({ family, value }: Address): string => (family === 4 ? v4Text(value) : v6Text(value));

/**
 * Addresses close to one another and to the ends of the space, so that rules overlap, touch and are next to one
 * another.
 */
const value = (family: 4 | 6) => {
  const most = 2n ** BigInt(bitsOf[family]) - 1n;
  const near = fc
    .tuple(fc.constantFrom(0n, most, 10n << BigInt(bitsOf[family] - 8), 0x7fffffffn), fc.bigInt(-6n, 6n))
    .map(([base, by]) => (base + by < 0n ? 0n : base + by > most ? most : base + by));
  return fc.oneof({ weight: 4, arbitrary: near }, fc.bigInt(0n, most));
};
const isMapped = ({ family, value: of }: Address) => family === 6 && of >> 32n === MAPPED >> 32n;
const address = fc
  .constantFrom<4 | 6>(4, 6)
  .chain((family) => value(family).map((of): Address => ({ family, value: of })))
  .filter((one) => !isMapped(one));

/** A rule as it is typed, and as the model has it. */
interface Typed {
  readonly start: string;
  readonly end: string | undefined;
  readonly rule: Rule;
}
const typed: fc.Arbitrary<Typed> = fc.oneof(
  address.map((one) => ({
    start: textOf(one),
    end: undefined,
    rule: { family: one.family, first: one.value, last: one.value },
  })),
  fc
    .tuple(address, address)
    .filter(([a, b]) => a.family === b.family && a.value <= b.value)
    .map(([a, b]) => ({
      start: textOf(a),
      end: textOf(b),
      rule: { family: a.family, first: a.value, last: b.value },
    })),
  address.chain((one) =>
    fc.integer({ min: 1, max: bitsOf[one.family] }).map((prefix) => {
      const size = 2n ** BigInt(bitsOf[one.family] - prefix);
      const first = (one.value / size) * size;
      return {
        start: `${textOf(one)}/${prefix}`,
        end: undefined,
        rule: { family: one.family, first, last: first + size - 1n },
      };
    }),
  ),
);

const covers = ({ family, first, last }: Rule, one: Address): boolean =>
  one.family === family && first <= one.value && one.value <= last;

const rangeOf = (start: string, end?: string): ComparableAddressRange => {
  const rule = parseAddressRule(start, end);
  if (!rule) throw new Error(`${start} ${end ?? ''} is no rule`);
  return rule.range;
};

test('a list of IP rules refuses exactly the addresses that the plain model refuses', () => {
  fc.assert(
    fc.property(
      fc.array(typed, { minLength: 1, maxLength: 20 }),
      fc.array(address, { maxLength: 20 }),
      fc.boolean(),
      (rules, others, block) => {
        const ranges = mergeRanges(rules.map(({ start, end }) => rangeOf(start, end)));
        const policy: NetworkPolicy = { external: true, ip: { block, ranges } };
        const edges = rules.flatMap(({ rule: { family, first, last } }) =>
          [first - 1n, first, last, last + 1n]
            .filter((one) => one >= 0n && one < 2n ** BigInt(bitsOf[family]))
            .map((one): Address => ({ family, value: one })),
        );
        for (const one of [...others, ...edges].filter((each) => !isMapped(each))) {
          const isListed = rules.some(({ rule }) => covers(rule, one));
          const expected = block ? (isListed ? 'ip_block' : null) : isListed ? null : 'ip_allow';
          expect([textOf(one), networkDenial(textOf(one), policy)]).toEqual([textOf(one), expected]);
          if (one.family === 4) {
            const mapped = v6Text(MAPPED | one.value);
            expect([mapped, networkDenial(mapped, policy)]).toEqual([mapped, expected]);
          }
        }
      },
    ),
  );
});

test('merged ranges are in order and neither overlap nor touch', () => {
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 30 }), (rules) => {
      const merged = mergeRanges(rules.map(({ start, end }) => rangeOf(start, end)));
      for (const [index, [first, last]] of merged.entries()) {
        expect(first <= last).toBe(true);
        const next = merged[index + 1]?.[0];
        if (next?.length === last.length)
          expect(BigInt(`0x${next.slice(1)}`) - BigInt(`0x${last.slice(1)}`)).toBeGreaterThan(1n);
      }
    }),
  );
});

test('what a rule covers does not depend on how it is spelled, and its own spelling is a rule that covers the same', () => {
  fc.assert(
    fc.property(typed, ({ start, end }) => {
      const rule = parseAddressRule(start, end);
      const again = rule && parseAddressRule(rule.start, rule.end);
      expect(again?.range).toEqual(rule?.range);
      expect(parseAddressRule(start.toUpperCase(), end?.toUpperCase())?.range).toEqual(rule?.range);
    }),
  );
});

test.each([
  ['10.0.0.1', '10.0.0.1', { start: '10.0.0.1', end: null }],
  ['10.0.0.1/32', undefined, { start: '10.0.0.1', end: null }],
  ['::ffff:10.0.0.1', '10.0.0.9', { start: '10.0.0.1', end: '10.0.0.9' }],
  ['::ffff:10.0.0.0/104', undefined, { start: '10.0.0.0/8', end: null }],
  ['2001:DB8:0::/32', undefined, { start: '2001:db8::/32', end: null }],
  [' 10.0.0.1 ', ' ', { start: '10.0.0.1', end: null }],
])('%s to %s is written in one way', (start, end, expected) => {
  expect(parseAddressRule(start, end)).toMatchObject(expected);
});

test('the comparable form of an address tells its family', () => {
  expect([sortableAddressText('255.255.255.255'), sortableAddressText('::1')]).toEqual([
    '4ffffffff',
    `6${'0'.repeat(31)}1`,
  ]);
});
