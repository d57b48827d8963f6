import type * as imports from '@vigil/shared/contract/http/imports';
import { endpoint } from './client-endpoint.ts';

export const listImports = endpoint<typeof imports.listImports>('GET', '/imports');
export const readImport = endpoint<typeof imports.readImport>('GET', '/imports/:import_id');
export const importGroups = endpoint<typeof imports.importGroups>('POST', '/device-groups-excel');
export const importUsers = endpoint<typeof imports.importUsers>('POST', '/users-excel');
export const readUserImportProgress = endpoint<typeof imports.readUserImportProgress>('GET', '/users-excel/:import_id');
