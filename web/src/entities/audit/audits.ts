import { listAudits } from '../../endpoints/audits.ts';
import { defineResource } from '../resource.ts';

/** What was done, by whom. */
export const audits = defineResource({ key: 'audits', list: listAudits });
