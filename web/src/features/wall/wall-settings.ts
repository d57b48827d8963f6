import type { WallLayout, WallThresholds, WallView } from '@vigil/shared/contract/http/wall-views';
import type { GroupPk, WallViewPk } from '@vigil/shared/contract/ids';
import {
  MAX_WALL_TEMPERATURE,
  WALL_PAGE_SECONDS_RANGE,
  DEFAULT_WALL_PAGE_SECONDS,
} from '@vigil/shared/contract/limits';
import { wallOfflineChoices, wallOrders, wallTileSizes } from '@vigil/shared/contract/names';
import { redThresholds, type UsageThresholds } from '@vigil/shared/domain/usage-levels';
import type { ListScope } from '../../entities/device/device-address.ts';
import { VIEW_PARAMETER } from '../../entities/wall-view/wall-views.ts';

/** The groups of a wall, each with its subgroups. Favourites are of each user and cannot be saved. */
export type WallGroups = 'all' | 'favorate' | readonly GroupPk[];

/** What a wall shows: what a saved view has, or what was changed since. */
export interface WallSettings extends Readonly<WallLayout>, Readonly<WallThresholds> {
  readonly groups: WallGroups;
}

export const usualSettings: WallSettings = {
  groups: 'all',
  tiles: 'auto',
  seconds: DEFAULT_WALL_PAGE_SECONDS,
  order: 'attention',
  offline: 'all',
  cpu: null,
  memory: null,
  disk: null,
  temperature: null,
};

/** How long a page may stay, as the keys for it choose, in seconds. */
export const pageTurnSeconds: readonly number[] = [5, 10, 20, 60, 300];

/** The next pace in one direction; from one that was chosen otherwise, the nearest one in that direction. */
export function nextPace(seconds: number, direction: 'faster' | 'slower'): number {
  const next =
    direction === 'faster'
      ? pageTurnSeconds.findLast((pace) => pace < seconds)
      : pageTurnSeconds.find((pace) => pace > seconds);
  return next ?? seconds;
}

/** From which values on a device is over its threshold. */
export const usageThresholdsOf = ({ cpu, memory, disk, temperature }: WallSettings): UsageThresholds => ({
  cpu: cpu ?? redThresholds.cpu,
  memory: memory ?? redThresholds.memory,
  disk: disk ?? redThresholds.disk,
  temperature: temperature ?? redThresholds.temperature,
});

/** How a setting is written in an address. */
interface Form<T> {
  /** Undefined for what it cannot be. */
  read: (text: string) => T | undefined;
  write: (value: T) => string;
}

const oneOf = <T extends string>(values: readonly T[]): Form<T> => ({
  read: (text) => values.find((value) => value === text),
  write: String,
});

/** @param none how null is written */
const wholeNumber = ({ least, most }: { least: number; most: number }, none: string): Form<number | null> => ({
  read: (text) => {
    if (text === none) return null;
    const value = /^\d{1,4}$/u.test(text) ? Number(text) : 0;
    return value >= least && value <= most ? value : undefined;
  },
  write: (value) => (value === null ? none : String(value)),
});

const percent = { least: 1, most: 100 };
const USUAL = 'usual';

type Name = keyof (WallLayout & WallThresholds);

const forms: { readonly [N in Name]: Form<WallSettings[N]> } = {
  tiles: oneOf(wallTileSizes),
  seconds: wholeNumber(WALL_PAGE_SECONDS_RANGE, 'stop'),
  order: oneOf(wallOrders),
  offline: oneOf(wallOfflineChoices),
  cpu: wholeNumber(percent, USUAL),
  memory: wholeNumber(percent, USUAL),
  disk: wholeNumber(percent, USUAL),
  temperature: wholeNumber({ least: 1, most: MAX_WALL_TEMPERATURE }, USUAL),
};
const names = Object.keys(forms) as Name[];
const GROUPS = 'groups';

/** The settings that `textOf` knows, the others as in `base`. */
function readWith(textOf: <N extends Name>(name: N, form: Form<WallSettings[N]>) => string | null, base: WallSettings) {
  const read = <N extends Name>(name: N): WallSettings[N] => {
    const text = textOf(name, forms[name]);
    const value = text === null ? undefined : forms[name].read(text);
    return value === undefined ? base[name] : value;
  };
  return { ...base, ...Object.fromEntries(names.map((name) => [name, read(name)])) };
}

/** A view as it was saved, perhaps by another version: what this one does not know is as usual. */
export function settingsOfView({ group_pks, layout, thresholds }: WallView): WallSettings {
  const saved: Readonly<Record<string, unknown>> = { ...layout, ...thresholds };
  const base = { ...usualSettings, groups: group_pks ?? ('all' as const) };
  return readWith((name, { write }) => (saved[name] === undefined ? null : write(saved[name] as never)), base);
}

const isGroupPk = (pk: number): pk is GroupPk => Number.isSafeInteger(pk) && pk > 0;

function groupsOf(text: string | null): WallGroups | undefined {
  if (text === 'all' || text === 'favorate') return text;
  const pks = [...new Set((text ?? '').split(',').map(Number))].filter(isGroupPk);
  return pks.length > 0 ? pks : undefined;
}

interface WallAddress {
  /** The group that the path names. */
  scope: ListScope | null;
  query: URLSearchParams;
}

/** What an address says to show, where the rest is as in `base`: the saved view that it names, or as usual. */
export function wallSettingsOfAddress({ scope, query }: WallAddress, base: WallSettings): WallSettings {
  const ofPath = scope === null ? undefined : groupsOf(String(scope));
  const groups = ofPath ?? groupsOf(query.get(GROUPS)) ?? base.groups;
  return readWith((name) => query.get(name), { ...base, groups });
}

const groupText = (groups: WallGroups): string =>
  typeof groups === 'string' ? groups : groups.toSorted((a, b) => a - b).join(',');

/** Writes what differs from `base`, but the groups, into the query of an address. */
export function writeSettingsQuery(query: URLSearchParams, settings: WallSettings, base: WallSettings): void {
  for (const name of names) {
    if (settings[name] === base[name]) query.delete(name);
    else query.set(name, (forms[name] as Form<unknown>).write(settings[name]));
  }
}

export const isSameGroups = (a: WallSettings, b: WallSettings): boolean => groupText(a.groups) === groupText(b.groups);

/** Whether a wall shows something else than was saved. */
export const isChanged = (settings: WallSettings, saved: WallSettings): boolean =>
  !isSameGroups(settings, saved) || names.some((name) => settings[name] !== saved[name]);

/** The path, after the language, of a wall that shows `settings`: as a variant of a saved view, or without one. */
export function wallPath(settings: WallSettings, view: { pk: WallViewPk; saved: WallSettings } | null): string {
  const query = new URLSearchParams();
  const groups = groupText(settings.groups);
  const isPath = view === null && !groups.includes(',');
  if (view) query.set(VIEW_PARAMETER, String(view.pk));
  if (!isPath && groups !== (view && groupText(view.saved.groups))) query.set(GROUPS, groups);
  writeSettingsQuery(query, settings, view?.saved ?? usualSettings);
  const text = query.toString().replaceAll('%2C', ',');
  return `wall${isPath ? `/${groups}` : ''}${text === '' ? '' : `?${text}`}`;
}

/** The settings as the server takes them. `groups` are those that the user sees. */
export const wallViewBodyOf = (
  { tiles, seconds, order, offline, cpu, memory, disk, temperature }: WallSettings,
  groups: 'all' | readonly GroupPk[],
) => ({
  group_pks: groups === 'all' ? null : [...groups],
  layout: { tiles, seconds, order, offline },
  thresholds: { cpu, memory, disk, temperature },
});
