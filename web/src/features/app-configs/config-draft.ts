import {
  configDefaults,
  configLimits,
  isProxyUrl,
  MAX_CONFIG_DESCRIPTION,
  MAX_CONFIG_NAME,
  regionLimits,
  regionSides,
  type ScreenRegion,
  type AppConfigValues,
  type ConfigKey,
  type AppConfigOverrides,
} from '@vigil/shared/contract/app-config-rules';
import { normalizeText, isVisibleText } from '@vigil/shared/contract/patterns';
import type { ShownConfigKey } from '../../entities/config/shown-keys.ts';
import { shownConfigKeys } from '../../entities/config/shown-keys.ts';

/** What is being typed; a key that is undefined is inherited. An empty proxy is "none". */
export interface ConfigDraft {
  readonly name: string;
  readonly description: string;
  readonly keys: { readonly [K in ShownConfigKey]?: DraftValue | undefined };
}
export type DraftValue = AppConfigValues[ShownConfigKey];

export const emptyDraft: ConfigDraft = { name: '', description: '', keys: {} };

interface Stored {
  readonly config_name: string;
  readonly description: string;
  readonly config: AppConfigOverrides;
}

export const configDraftOf = ({ config_name: name, description, config }: Stored): ConfigDraft => ({
  name,
  description,
  keys: Object.fromEntries(shownConfigKeys.filter((key) => config[key] !== undefined).map((key) => [key, config[key]])),
});

/** What is stored of a draft; the keys that the form does not show are kept. */
export function configFromDraft(draft: ConfigDraft, stored: AppConfigOverrides) {
  const hidden = Object.entries(stored).filter(([key]) => !(shownConfigKeys as readonly string[]).includes(key));
  const { proxy, ...others } = draft.keys;
  const set = Object.entries({ ...others, ...(proxy === undefined ? {} : { proxy: proxy === '' ? null : proxy }) });
  const config: AppConfigOverrides = Object.fromEntries([...hidden, ...set.filter(([, value]) => value !== undefined)]);
  return { name: normalizeText(draft.name), description: draft.description.trim(), config };
}

const sorted = (values: object) => JSON.stringify(Object.entries(values).toSorted(([a], [b]) => a.localeCompare(b)));

/** Whether two sets have the same keys with the same values. */
export const isSameSet = (a: AppConfigOverrides, b: AppConfigOverrides): boolean => sorted(a) === sorted(b);

/** Whether saving the one would store what the other stores. */
export function isSameWhenSaved(a: ConfigDraft, b: ConfigDraft): boolean {
  const [one, other] = [configFromDraft(a, {}), configFromDraft(b, {})];
  return one.name === other.name && one.description === other.description && isSameSet(one.config, other.config);
}

export type DraftProblem =
  | { readonly text: 'name_invalid' | 'description_invalid'; readonly limit: number }
  | { readonly text: 'range_invalid'; readonly least: number; readonly most: number }
  | { readonly text: 'proxy_invalid' | 'regions_invalid' };

const isLimited = (key: ConfigKey): key is keyof typeof configLimits => Object.hasOwn(configLimits, key);

const isWithin = (value: unknown, [least, most]: readonly [number, number]): boolean =>
  typeof value === 'number' && value >= least && value <= most;

function problemOfKey(key: ShownConfigKey, value: DraftValue): DraftProblem | null {
  if (key === 'proxy') {
    const isFine = value === null || value === '' || (typeof value === 'string' && isProxyUrl(value));
    return isFine ? null : { text: 'proxy_invalid' };
  }
  if (key === 'blur_regions') {
    const isFine = (value as ScreenRegion[]).every((region) =>
      regionSides.every((side) => isWithin(region[side], regionLimits[side])),
    );
    return isFine ? null : { text: 'regions_invalid' };
  }
  if (!isLimited(key) || value === null) return null;
  const [least, most] = configLimits[key];
  return isWithin(value, [least, most]) ? null : { text: 'range_invalid', least, most };
}

/** The problems of a draft by field, by the rules of the server. */
export function problemsOf({ name, description, keys }: ConfigDraft): Record<string, DraftProblem> {
  const problems: Record<string, DraftProblem> = {};
  if (!isVisibleText(normalizeText(name), MAX_CONFIG_NAME))
    problems['name'] = { text: 'name_invalid', limit: MAX_CONFIG_NAME };
  if (description.trim().length > MAX_CONFIG_DESCRIPTION)
    problems['description'] = { text: 'description_invalid', limit: MAX_CONFIG_DESCRIPTION };
  for (const key of shownConfigKeys) {
    const value = keys[key];
    const problem = value === undefined ? null : problemOfKey(key, value);
    if (problem) problems[key] = problem;
  }
  return problems;
}

/** What a key begins with when it is set. */
export const firstValueOf = (key: ShownConfigKey): DraftValue => (key === 'proxy' ? '' : configDefaults[key]);
