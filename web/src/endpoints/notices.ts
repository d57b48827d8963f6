import type * as notices from '@vigil/shared/contract/http/notices';
import { endpoint } from './client-endpoint.ts';

export const listNotices = endpoint<typeof notices.listNotices>('GET', '/notices');
export const readNotice = endpoint<typeof notices.readNotice>('GET', '/notices/:pk');
