import { readFunctionSettings } from '@vigil/shared/contract/routes/company';
import { defineResource } from '../resource.ts';

/** The function settings of the company: one row. */
export const functionSettings = defineResource({
  key: 'function-settings',
  list: readFunctionSettings,
  rereadOn: ['policy'],
});
