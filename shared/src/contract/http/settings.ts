import { z } from 'zod';
import { anyone } from '../access.ts';
import { endpoint } from '../endpoint.ts';

/** How this installation is set up, as far as the screen has to know before anybody signs in. */
export const Settings = z.object({
  /** Hides licence registration, the links to sign up, and the notices (spec 1 §6). */
  standalone: z.boolean(),
  /** Whether access tickets are in use (spec 1 §2). */
  tickets: z.boolean(),
  /** Address of map tiles with `{z}`, `{x}` and `{y}` in it; empty: there is no map. */
  map_tiles_url: z.string(),
  /** Whom the map has to name. */
  map_attribution: z.string(),
});
export type Settings = z.infer<typeof Settings>;

export const readSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: anyone,
  summary: 'Read the settings of this installation',
  objects: Settings,
});
