import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { GroupPk, pkInPath, WallScreenPk, WallViewPk } from '../ids.ts';
import { MAX_CONSOLE_VERSION_LENGTH, MAX_WALL_SCREEN_GROUPS, MAX_WALL_SCREEN_NAME } from '../limits.ts';
import { cleanName, isVisibleText } from '../patterns.ts';
import * as wall from '../routes/wall.ts';
import { OneTimeCode } from '../sign-in-fields.ts';

/**
 * A wall screen. `waiting` until its code is typed for the first time, `paired` while it has a session, `unpaired` when
 * that has ended otherwise than by a removal: by the IP policy, by the operator, or because the screen was off for a
 * month.
 */
export const WallScreen = z.object({
  pk: WallScreenPk,
  name: z.string(),
  /** The groups that it shows with all below them, those that still exist; null = all groups. */
  groups: z.array(z.object({ pk: GroupPk, name: z.string() })).nullable(),
  /** The wall view that it shows, as it is then; null = walls as they usually are. */
  view: z.object({ pk: WallViewPk, name: z.string() }).nullable(),
  state: z.enum(['waiting', 'paired', 'unpaired']),
  created_at: z.iso.datetime(),
  /** To the five minutes after which a screen reports; null before it was paired. */
  last_seen_at: z.iso.datetime().nullable(),
  last_seen_ip: z.string().nullable(),
  /** The build of the console that it runs: the name of its script. */
  version: z.string().nullable(),
});
export type WallScreen = z.infer<typeof WallScreen>;

export const listWallScreens = endpoint(wall.listWallScreens, {
  summary: 'List the wall screens of the company',
  objects: z.array(WallScreen),
  meta: z.object({ total_count: z.int() }),
});

const ScreenName = z
  .string()
  .overwrite(cleanName)
  .min(1)
  .max(MAX_WALL_SCREEN_NAME)
  .refine((name) => isVisibleText(name, MAX_WALL_SCREEN_NAME), 'not a name');

/** Limits the screen to these groups and all below them; null = no limit. */
const ScreenGroups = z.array(GroupPk).min(1).max(MAX_WALL_SCREEN_GROUPS).nullable();

/**
 * Makes a screen, or a new code for one that exists, whose older code is void from then on. The code is shown by this
 * answer only, and is valid once, for five minutes (decision 71).
 * @throws Problem `duplication_screen_name`, `screen_limit`, `not_found` for a group, view or screen that does not
 *   exist
 */
export const createWallScreen = endpoint(wall.createWallScreen, {
  audits: ['screen'],
  summary: 'Make a wall screen, or a new code for one; the code is shown once',
  body: z.union([
    z.strictObject({ pk: WallScreenPk }),
    z.strictObject({
      name: ScreenName,
      group_pks: ScreenGroups.default(null),
      view_pk: WallViewPk.nullable().default(null),
    }),
  ]),
  objects: z.object({ pk: WallScreenPk, name: z.string(), code: z.string(), expires_at: z.iso.datetime() }),
});

/**
 * The screen shows the change at once. What is not sent stays.
 * @throws Problem `duplication_screen_name`, `not_found` for a screen, group or view that does not exist
 */
export const updateWallScreen = endpoint(wall.updateWallScreen, {
  audits: ['screen'],
  summary: 'Change the name, groups or wall view of a wall screen',
  params: z.object({ pk: pkInPath(WallScreenPk) }),
  body: z
    .strictObject({ name: ScreenName, group_pks: ScreenGroups, view_pk: WallViewPk.nullable() })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'nothing to change'),
  objects: z.array(WallScreen),
});

/** Ends the session of the screen, on sockets too, and removes it. @throws Problem `not_found` */
export const revokeWallScreen = endpoint(wall.revokeWallScreen, {
  audits: ['screen'],
  summary: 'Revoke a wall screen',
  params: z.object({ pk: pkInPath(WallScreenPk) }),
  objects: z.array(WallScreenPk),
});

/**
 * Turns the browser that calls into the screen of a code: the answer sets the cookie `screen`. An earlier browser of
 * the screen is signed out.
 * @throws Problem `screen_code_invalid`, also from an address that the company does not admit; `too_many_requests`
 *   after five tries of an address in five minutes
 */
export const pairBrowser = endpoint(wall.pairBrowser, {
  audits: ['screen'],
  summary: 'Pair a wall screen by its code',
  body: z.object({ code: OneTimeCode }),
  objects: z.object({ name: z.string() }),
});

/** Called by screens while they are on: says that they are, and renews the cookie once a day. */
export const reportWallScreenAlive = endpoint(wall.reportWallScreenAlive, {
  audits: { none: 'of their own screen' },
  whileGated: true,
  summary: 'Report a wall screen, and renew its cookie',
  body: z.object({ version: z.string().max(MAX_CONSOLE_VERSION_LENGTH) }),
  objects: z.object({ name: z.string() }),
});
