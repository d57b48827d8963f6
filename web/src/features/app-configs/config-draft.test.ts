import { configDefaults, type AppConfigOverrides } from '@vigil/shared/contract/app-config-rules';
import { expect, test } from 'vitest';
import { shownConfigKeys } from '../../entities/config/shown-keys.ts';
import {
  configDraftOf,
  emptyDraft,
  firstValueOf,
  isSameWhenSaved,
  problemsOf,
  configFromDraft,
} from './config-draft.ts';

/** With a key of a later version, which this form does not know. */
const stored = { refresh_interval: 2, proxy: null, later: 'value' } as AppConfigOverrides;
const draft = configDraftOf({ config_name: 'Office', description: '', config: stored });

test('keys that the form does not show are kept, and what is inherited is not stored', () => {
  expect(draft.keys).toEqual({ refresh_interval: 2, proxy: null });
  expect(configFromDraft(draft, stored)).toEqual({ name: 'Office', description: '', config: stored });
  const changed = { ...draft, keys: { ...draft.keys, refresh_interval: undefined, capture_never: 1 as const } };
  expect(configFromDraft(changed, stored).config).toEqual({
    proxy: null,
    capture_never: 1,
    later: 'value',
  });
});

test('a draft differs when something else would be stored, not when spaces or the order of keys do', () => {
  expect(isSameWhenSaved(draft, { ...draft, name: ' Office ', keys: { proxy: '', refresh_interval: 2 } })).toBe(true);
  expect(isSameWhenSaved(draft, { ...draft, keys: { refresh_interval: 2 } })).toBe(false);
});

test('an empty proxy is "no proxy", which is not the same as an inherited one', () => {
  expect(configFromDraft({ ...emptyDraft, keys: { proxy: '' } }, {}).config).toEqual({ proxy: null });
  expect(configFromDraft(emptyDraft, {}).config).toEqual({});
});

test('every key begins with a value that is valid and can be stored', () => {
  const keys = Object.fromEntries(shownConfigKeys.map((key) => [key, firstValueOf(key)]));
  expect(problemsOf({ ...emptyDraft, name: 'x', keys })).toEqual({});
  expect(configFromDraft({ ...emptyDraft, keys }, {}).config).toEqual(configDefaults);
});

test.each([
  [{ refresh_interval: 0.1 }, 'range_invalid'],
  [{ refresh_interval: '' as never }, 'range_invalid'],
  [{ capture_quality: 101 }, 'range_invalid'],
  [{ blur_regions: [{ x: 0, y: 0, width: 101, height: 10 }] }, 'regions_invalid'],
  [{ proxy: 'proxy.example.org' }, 'proxy_invalid'],
  [{ proxy: 'http://proxy.example.org:3128' }, undefined],
  [{ agent_restart_time: null }, undefined],
])('%o: %s', (keys, text) => {
  expect(Object.values(problemsOf({ ...emptyDraft, name: 'x', keys })).map((one) => one.text)).toEqual(
    text === undefined ? [] : [text],
  );
});

test('a name is needed, and has a limit, as a description has', () => {
  expect(problemsOf(emptyDraft)).toHaveProperty('name');
  expect(problemsOf({ ...emptyDraft, name: 'x'.repeat(51) })).toHaveProperty('name');
  expect(problemsOf({ ...emptyDraft, name: 'x', description: 'x'.repeat(201) })).toHaveProperty('description');
});
