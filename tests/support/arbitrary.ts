import fc from 'fast-check';
import * as z from 'zod';

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
}

/** Texts that break code which does not check its input: stores, parsers, patterns, numbers. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '%',
  "'; drop table devices; --",
  '../../etc/passwd',
  '🙂'.repeat(40),
  'x'.repeat(5_000),
  'NaN',
  '-1',
  '1e400',
  '2147483648',
  '99999999999999999999',
  '2026-13-45',
  '__proto__',
];
const nastyNumbers = [-1, 0, 0.5, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, 1e300, -1e300, 1e15];
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Anything that JSON can carry, and what should not have been sent at all. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.constantFrom(...nastyNumbers),
  fc.constantFrom<unknown>(null, true, {}, [], [[]], nested(2_000), { __proto__: null }, { toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

function textOf({ format, pattern }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.constant('user@vigil.test');
  if (format === 'date-time') return fc.constant('2026-01-01T00:00:00.000Z');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom(...nastyTexts));
}

/** Small numbers often: they are the primary keys of rows that exist. */
function numberOf({ minimum = -1e6, maximum = 1e6, type }: JsonSchema): fc.Arbitrary<unknown> {
  const small = fc.integer({
    min: Math.ceil(Math.max(minimum, 0)),
    max: Math.floor(Math.min(maximum, Math.max(minimum, 0) + 8)),
  });
  const edges = fc.constantFrom(minimum, maximum);
  return type === 'integer'
    ? fc.oneof(small, edges)
    : fc.oneof(small, edges, fc.double({ min: -1e9, max: 1e9, noNaN: true }));
}

function objectOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fromJsonSchema(schema)]));
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

function fromJsonSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fromJsonSchema));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return schema.prefixItems
        ? fc.tuple(...schema.prefixItems.map(fromJsonSchema))
        : fc.array(fromJsonSchema(schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return objectOf(schema);
    default:
      return nasty;
  }
}

/** Values that fit a schema, mostly: what it refines beyond JSON Schema is not known here. */
export const fitting = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

type Path = readonly (string | number)[];

function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || at.length > 4) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...at, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, by);
  return copy;
}

/** Values that fit a schema, or did until one place of them was spoilt, or never did. */
export const almostFitting = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fitting(schema) },
    {
      weight: 5,
      arbitrary: fc.tuple(fitting(schema), fc.nat(), nasty).map(([value, n, junk]) => {
        const paths = pathsIn(value);
        return replaceAt(value, paths[n % paths.length] ?? [], junk);
      }),
    },
    { weight: 1, arbitrary: nasty },
  );
