import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { ApiSettings } from '../../api/src/config.ts';
import { GatewaySettings } from '../../gateway/src/config.ts';
import { RelaySettings } from '../../relay/src/config.ts';
import { WorkersSettings } from '../../workers/src/config.ts';
import { LocalSettings } from '../local/config.ts';
import { fromRoot } from '../local/runtime.ts';

const LONGEST_CELL = 200;

type Setting = z.ZodType<string | number | boolean | readonly string[] | undefined>;

const operations = readFileSync(fromRoot('docs/operations.md'), 'utf8');

/** The cells of the table below a heading, without the two lines of its head. */
function rowsBelow(heading: string): string[][] {
  const section = operations.split(`\n### ${heading}\n`)[1]?.split(/\n##/u)[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** A default as the table writes it. */
function shownDefault(schema: Setting): string {
  const { success, data } = schema.safeParse(undefined);
  if (!success) return 'required';
  if (data === undefined || data === '') return '–';
  return `\`${String(typeof data === 'boolean' ? Number(data) : data)}\``;
}

test.each([
  ['`npm start`', LocalSettings.shape],
  ['API', ApiSettings.shape],
  ['Gateway', GatewaySettings.shape],
  ['Relay', RelaySettings.shape],
  ['Workers', WorkersSettings.shape],
])('docs/operations.md has the settings of %s with their defaults', (heading, shape: Record<string, Setting>) => {
  const documented = rowsBelow(heading).map(([name, preset]) => `${name} ${preset}`);
  const declared = Object.entries(shape).map(([name, schema]) => `\`${name}\` ${shownDefault(schema)}`);
  expect(documented.toSorted()).toEqual(declared.toSorted());
});

test('no cell of a table of settings is longer than a line', () => {
  const cells = operations
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split('|'));
  expect(cells.map((cell) => cell.trim()).filter((cell) => cell.length > LONGEST_CELL)).toEqual([]);
});
