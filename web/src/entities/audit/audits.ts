import { listAudits } from '../../endpoints.ts';
import { defineResource } from '../resource.ts';

/** What was done, by whom. */
export const audits = defineResource({ key: 'audits', list: listAudits });
