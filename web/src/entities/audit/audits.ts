import { listAudits } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** What was done, by whom. */
export const audits = resource({ key: 'audits', list: listAudits });
