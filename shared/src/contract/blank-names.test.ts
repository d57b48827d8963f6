import { expect, test } from 'vitest';
import { passesBasicNameCheck } from '../domain/display-name.ts';
import { enrolAgent } from './http/agents.ts';
import { createApiToken } from './http/api-tokens.ts';
import { createAppConfig } from './http/app-configs.ts';
import { createChannel } from './http/channels.ts';
import { updateDevice } from './http/devices.ts';
import { createFilter } from './http/filters.ts';
import { EditableGroupFields } from './http/groups.ts';
import { createUser } from './http/user-changes.ts';
import { updateWallScreen } from './http/wall-screens.ts';
import { createWallView } from './http/wall-views.ts';
import { cleanName } from './patterns.ts';
import { isTag } from './tag-rules.ts';

/**
 * Texts that look like nothing: white space, what reorders or joins text, fillers, selectors, and marks without a
 * letter.
 */
const BLANK_TEXTS = [
  ...Array.from(' \t\u00a0\u3000\u200b\u200e\u202e\u2028\ufeff\u00ad\u2060\u061c'),
  ...Array.from('\u115f\u1160\u2800\u3164\uffa0'),
  ...Array.from('\u034f\u17b4\u17b5\u180b\u180d\u180e\ufe0f\ufe00\u{e0100}\u{e0001}\u0301'),
  '\ufe0f \u{e0100}',
];

/** Names that have one of those within them, as emoji do, and others that might be taken for blank. */
const NAMES = ['⚠️', '회의실', 'Kim', 'नई', 'ខ្មែរ', '1', '-', '\u{e000}', '\u{1fadf}'];

const nameOf = (schema: { safeParse: (value: unknown) => { success: boolean; data?: unknown } }, body: object = {}) => {
  const field = (text: string) => schema.safeParse({ ...body, name: text });
  return (text: string) => field(text).success;
};

const takes: Readonly<Record<string, (text: string) => boolean>> = {
  'a device when it is renamed': (alias) => updateDevice.body.safeParse({ alias }).success,
  'a device when it enrols': (name) => enrolAgent.body.shape.name.safeParse(name).success,
  'a group': nameOf(EditableGroupFields.partial()),
  'an API token': (name) => createApiToken.body.shape.name.safeParse(name).success,
  'a configuration': nameOf(createAppConfig.body),
  'a notification channel': nameOf(createChannel.body, { kind: 'mail', to: ['a@example.com'] }),
  'a saved filter': nameOf(createFilter.body, { filter: {} }),
  'a wall screen': nameOf(updateWallScreen.body),
  'a wall view': nameOf(createWallView.body),
  'a tag': isTag,
};

test.each(Object.entries(takes))('%s has a name that people see', (_kind, isTaken) => {
  expect(BLANK_TEXTS.filter(isTaken)).toEqual([]);
  expect(NAMES.filter((name) => !isTaken(name))).toEqual([]);
});

test('a user has no name that nobody sees: one of white space is none, and others are refused', () => {
  const stored = (text: string) => createUser.body.shape.name.parse(text);
  const hidden = BLANK_TEXTS.map(stored).filter((name) => name !== '');
  expect(hidden.filter(passesBasicNameCheck)).toEqual([]);
  expect(NAMES.filter((name) => !passesBasicNameCheck(stored(name)))).toEqual([]);
});

test('nothing is left of such a text where it is cleaned, as in the cells of an import', () => {
  expect(BLANK_TEXTS.map(cleanName).filter((name) => name !== '')).toEqual([]);
  expect(NAMES.map(cleanName)).toEqual(NAMES.map((name) => name.normalize('NFC')));
});

test('a name is kept in composed form, however the keyboard of its writer sends it', () => {
  const composed = '회의실 é';
  const decomposed = composed.normalize('NFD');
  expect(decomposed).not.toBe(composed);
  expect(updateDevice.body.parse({ alias: decomposed })).toEqual({ alias: composed });
  expect(EditableGroupFields.partial().parse({ name: decomposed })).toEqual({ name: composed });
});
