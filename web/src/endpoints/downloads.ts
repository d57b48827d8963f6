import type * as downloads from '@vigil/shared/contract/http/downloads';
import { endpointOpenToGuests } from './client-endpoint.ts';

export const listDownloadableFiles = endpointOpenToGuests<typeof downloads.listDownloadableFiles>('GET', '/downloads');
