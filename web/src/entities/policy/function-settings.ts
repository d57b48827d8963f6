import { readFunctionSettings } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** The function settings of the company: one row. */
export const functionSettings = resource({
  key: 'function-settings',
  list: readFunctionSettings,
  rereadOn: ['policy'],
});
