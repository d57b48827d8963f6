import { listAudits } from '@vigil/shared/contract/routes/reports';
import { defineResource } from '../resource.ts';

/** What was done, by whom. */
export const audits = defineResource({ key: 'audits', list: listAudits });
