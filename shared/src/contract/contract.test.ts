import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { AnyEndpoint } from './endpoint.ts';
import type { AnyEventDefinition } from './event.ts';
import { agentDown } from './events/agent-down.ts';
import { agentUp } from './events/agent-up.ts';
import { browserDown } from './events/browser-down.ts';
import { browserUp } from './events/browser-up.ts';
import { languages } from './languages.ts';
import { problems, isProblemCode, type ProblemCode } from './problems.ts';
import { PROTOCOL_VERSION } from './protocol-version.ts';

/**
 * Hashes of the wire schemas, so that none changes by accident. When a change is intended: raise PROTOCOL_VERSION if
 * agents or clients of the previous version would be incompatible, and enter the new hash here.
 */
const WIRE = { version: 3, sockets: '3e11d41de4ec4baa', http: 'a0abac07b6359000' };

const inOut = (schema: z.ZodType) =>
  (['input', 'output'] as const).map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

const wireOfEvent = ({ name, payload, ack, binary }: AnyEventDefinition) => [
  name,
  binary,
  inOut(payload),
  ack && inOut(ack),
];
const wireOfEndpoint = ({
  method,
  path,
  access,
  tokens,
  params,
  query,
  body,
  form,
  objects,
  forms,
  meta,
}: AnyEndpoint) => [
  `${method} ${path}`,
  access,
  tokens ?? null,
  [params, query, body, objects, meta].map(inOut),
  ...(form ? [inOut(form)] : []),
  ...Object.entries(forms ?? {}).map(([name, shape]) => [name, inOut(shape)]),
];

async function endpoints(): Promise<AnyEndpoint[]> {
  const folder = new URL('./http/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => !file.includes('.test.')).toSorted();
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>));
  const isEndpoint = (value: unknown): value is AnyEndpoint =>
    typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

const complaint = (what: string, now: object, agreed: object): string | null =>
  JSON.stringify(now) === JSON.stringify(agreed)
    ? null
    : `${what} changed: if that is on purpose, read the comment of WIRE and write ${JSON.stringify(now)} there`;

const byName = (a: readonly unknown[], b: readonly unknown[]) => String(a[0]).localeCompare(String(b[0]));

test('the schemas of socket messages match PROTOCOL_VERSION', () => {
  const lists = { agentUp, agentDown, browserUp, browserDown };
  const wire = Object.entries(lists).map(([list, events]) => [
    list,
    Object.values(events as Record<string, AnyEventDefinition>)
      .map(wireOfEvent)
      .toSorted(byName),
  ]);
  const now = { version: PROTOCOL_VERSION, sockets: hashOf(wire) };
  expect(complaint('the socket messages', now, { version: WIRE.version, sockets: WIRE.sockets })).toBeNull();
});

test('the schemas of HTTP endpoints have not changed', async () => {
  const http = hashOf((await endpoints()).map(wireOfEndpoint).toSorted(byName));
  expect(complaint('the endpoints', { http }, { http: WIRE.http })).toBeNull();
});

test('no endpoint of administration keeps to groups: the dialog of a token offers that scope without a limit only', async () => {
  const limited = (await endpoints()).filter(({ tokens }) => tokens !== 'refused' && tokens?.inGroups === true);
  expect(new Set(limited.map(({ tokens }) => (tokens === 'refused' ? '' : tokens?.scope)))).toEqual(
    new Set(['read', 'commands']),
  );
});

test('event names are unique in each direction', () => {
  for (const up of [agentUp, browserUp, agentDown, browserDown]) {
    const names = Object.values(up as Record<string, AnyEventDefinition>).map((event) => event.name);
    expect(new Set(names).size).toBe(names.length);
  }
});

test('no two nouns define the same problem', async () => {
  const folder = new URL('problems/', import.meta.url);
  const modules = await Promise.all(
    (await readdir(folder)).map((file) => import(new URL(file, folder).href) as Promise<Record<string, object>>),
  );
  const codes = modules.flatMap((module) => Object.values(module)).flatMap((defined) => Object.keys(defined));
  expect(codes.toSorted()).toEqual(Object.keys(problems).toSorted());
});

test('every problem has a text in every language, different from the other languages', () => {
  for (const code of Object.keys(problems) as ProblemCode[]) {
    const texts = languages.map((language) => problems[code][language]);
    expect([code, texts.every((text) => text.trim().length > 2)]).toEqual([code, true]);
    expect([code, new Set(texts).size]).toEqual([code, languages.length]);
  }
});

test('every problem has an HTTP error status, and only its own names are codes', () => {
  for (const [code, { status }] of Object.entries(problems)) {
    expect([code, status >= 400 && status < 600]).toEqual([code, true]);
  }
  for (const name of ['constructor', 'toString', '__proto__', '']) expect(isProblemCode(name)).toBe(false);
});
