import { z } from 'zod';
import { login } from '../access.ts';
import { endpoint } from '../endpoint.ts';

const Column = z.enum(['refresh_interval', 'img_refresh_interval']);

/** The intervals of the signed-in user, in seconds (spec 2 §3, Manager settings). */
export const readManagerSettings = endpoint({
  method: 'POST',
  path: '/managers/settings',
  access: login,
  summary: 'Settings of the signed-in user by column name',
  body: z.object({ table_name: z.string().max(40), column_name: z.array(Column).min(1) }),
  objects: z.object({ refresh_interval: z.int().optional(), img_refresh_interval: z.int().optional() }),
});
