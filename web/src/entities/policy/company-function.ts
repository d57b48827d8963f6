import { readCompanyFunction } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** The function settings of the company: one row. */
export const companyFunction = resource({ key: 'company-function', list: readCompanyFunction, rereadOn: ['policy'] });
