import * as z from 'zod';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { GroupPk, pkInPath, UserPk, WallViewPk } from '../ids.ts';
import {
  MAX_WALL_TEMPERATURE,
  MAX_WALL_VIEW_GROUPS,
  MAX_WALL_VIEW_NAME,
  WALL_PAGE_SECONDS_RANGE,
  DEFAULT_WALL_PAGE_SECONDS,
} from '../limits.ts';
import { wallOfflineChoices, wallOrders, wallTileSizes } from '../names.ts';
import { normalizeText, isVisibleText } from '../patterns.ts';
import * as wall from '../routes/wall.ts';

/**
 * `seconds`: how long a page stays; null: until it is turned by hand. `offline`: which devices that are offline have a
 * tile, `alerting` only those with an open alert.
 */
export const WallLayout = z.strictObject({
  tiles: z.enum(wallTileSizes).default('auto'),
  seconds: z
    .int()
    .min(WALL_PAGE_SECONDS_RANGE.least)
    .max(WALL_PAGE_SECONDS_RANGE.most)
    .nullable()
    .default(DEFAULT_WALL_PAGE_SECONDS),
  order: z.enum(wallOrders).default('attention'),
  offline: z.enum(wallOfflineChoices).default('all'),
});
export type WallLayout = z.infer<typeof WallLayout>;

const Level = (most: number) => z.int().min(1).max(most).nullable().default(null);

/** From which values on a tile counts as over its threshold, in percent and °C; null: as everywhere in the console. */
export const WallThresholds = z.strictObject({
  cpu: Level(100),
  memory: Level(100),
  disk: Level(100),
  temperature: Level(MAX_WALL_TEMPERATURE),
});
export type WallThresholds = z.infer<typeof WallThresholds>;

/**
 * `layout` and `thresholds` as they were saved, perhaps by another version: the client leaves out what it does not
 * know.
 */
export const WallView = z.object({
  pk: WallViewPk,
  name: z.string(),
  /** With their subgroups, also those that were deleted, or that the caller does not see; null = all devices. */
  group_pks: z.array(GroupPk).nullable(),
  layout: z.record(z.string(), z.json()),
  thresholds: z.record(z.string(), z.json()),
  /** Null for a wall screen, which is told nothing of people. */
  owner: z.object({ pk: UserPk, name: z.string() }).nullable(),
  /** 1: the caller may change and delete it. */
  editable: Bit,
  updated_at: z.iso.datetime(),
});
export type WallView = z.infer<typeof WallView>;

const Name = z
  .string()
  .max(400)
  .overwrite(normalizeText)
  .refine((name) => isVisibleText(name, MAX_WALL_VIEW_NAME), 'not a name');

const Groups = z.array(GroupPk).min(1).max(MAX_WALL_VIEW_GROUPS).nullable();

const params = z.object({ pk: pkInPath(WallViewPk) });

/** A wall screen reads the view that it shows, and no other. */
export const listWallViews = endpoint(wall.listWallViews, {
  summary: 'List the saved wall views of the company, by name',
  objects: z.array(WallView),
});

/**
 * @throws Problem `duplication_wall_view_name` for a name that the caller has used; `wall_view_limit` beyond 50;
 * `not_found` for a group that the caller does not see
 */
export const createWallView = endpoint(wall.createWallView, {
  audits: { none: 'of their own screen' },
  summary: 'Save a wall view',
  body: z.object({
    name: Name,
    group_pks: Groups.default(null),
    layout: WallLayout.prefault({}),
    thresholds: WallThresholds.prefault({}),
  }),
  objects: z.array(WallView),
});

/**
 * A view is changed by its owner or an administrator. Groups that are not sent stay, also those that the caller does
 * not see.
 * @throws Problem `duplication_wall_view_name`; `not_found` for a group that the caller does not see
 */
export const updateWallView = endpoint(wall.updateWallView, {
  audits: { none: 'of their own screen' },
  summary: 'Change or rename a saved wall view',
  params,
  body: z
    .object({ name: Name, group_pks: Groups, layout: WallLayout, thresholds: WallThresholds })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'nothing to change'),
  objects: z.array(WallView),
});

export const deleteWallView = endpoint(wall.deleteWallView, {
  audits: { none: 'of their own screen' },
  summary: 'Delete a saved wall view',
  params,
  objects: z.array(WallViewPk),
});
