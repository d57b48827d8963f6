import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import * as accounts from '../routes/accounts.ts';
import { PasswordMax } from '../sign-in-fields.ts';

/** The settings of the installation that the screen needs before sign-in. */
export const InstallationSettings = z.object({
  /** Hides licence registration, the links to sign up, and the notices (spec 1 §6). */
  standalone: z.boolean(),
  /** Whether access tickets are in use (spec 1 §2). */
  tickets: z.boolean(),
  /** Whether users and groups can be imported from spreadsheets (decision 48). */
  bulk_import: z.boolean(),
  /** Address of map tiles with `{z}`, `{x}` and `{y}` in it; empty: there is no map. */
  map_tiles_url: z.string(),
  /** Attribution of the map tiles. */
  map_attribution: z.string(),
  /** Page of the support chat; empty: there is no chat. */
  support_chat_url: z.string(),
  /** Page of questions about payments; empty: there is none. */
  payment_faq_url: z.string(),
  /** Whether users are told where to get the external viewer, which is the only one for files. */
  file_viewer: z.boolean(),
  /** The most characters of a password at sign-up; companies choose for themselves (decision 132). */
  password_max: PasswordMax,
});
export type InstallationSettings = z.infer<typeof InstallationSettings>;

export const readInstallationSettings = endpoint(accounts.readInstallationSettings, {
  summary: 'Read the settings of this installation',
  objects: InstallationSettings,
});
