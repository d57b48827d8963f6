import type * as exported from '@vigil/shared/contract/http/exports';
import { endpoint } from './client-endpoint.ts';

export const postExport = endpoint<typeof exported.postExport>('POST', '/excel');
export const listExports = endpoint<typeof exported.listExports>('GET', '/exports');
export const cancelOrDeleteExport = endpoint<typeof exported.cancelOrDeleteExport>('DELETE', '/exports/:id');
