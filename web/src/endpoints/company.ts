import type * as company from '@vigil/shared/contract/http/company';
import { endpoint } from './client-endpoint.ts';

export const updateCompany = endpoint<typeof company.updateCompany>('PUT', '/company');
export const exportCompanyData = endpoint<typeof company.exportCompanyData>('POST', '/company/export');
export const requestCompanyDeletion = endpoint<typeof company.requestCompanyDeletion>('POST', '/company/deletion');
export const keepCompany = endpoint<typeof company.keepCompany>('DELETE', '/company/deletion');
