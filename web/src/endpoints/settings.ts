import type * as settings from '@vigil/shared/contract/http/settings';
import { endpoint } from './client-endpoint.ts';

export const readInstallationSettings = endpoint<typeof settings.readInstallationSettings>('GET', '/settings');
