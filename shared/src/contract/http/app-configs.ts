import { z } from 'zod';
import { login } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { AppConfigPk } from '../ids.ts';

export const AppConfig = z.object({ pk: AppConfigPk, config_name: z.string() });
export type AppConfig = z.infer<typeof AppConfig>;

export const listAppConfigs = endpoint({
  method: 'GET',
  path: '/appconfig',
  access: login,
  summary: 'List the app configurations of the company',
  objects: z.array(AppConfig),
});
