import type * as appConfigs from '@vigil/shared/contract/http/app-configs';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listAppConfigs = endpointOpenToGuests<typeof appConfigs.listAppConfigs>('GET', '/appconfig');
export const createAppConfig = endpoint<typeof appConfigs.createAppConfig>('POST', '/appconfig');
export const updateAppConfig = endpoint<typeof appConfigs.updateAppConfig>('PUT', '/appconfig/:pk');
export const copyAppConfig = endpoint<typeof appConfigs.copyAppConfig>('POST', '/appconfig/:pk/copy');
export const deleteAppConfig = endpoint<typeof appConfigs.deleteAppConfig>('DELETE', '/appconfig/:pk');
export const readDeviceConfig = endpointOpenToGuests<typeof appConfigs.readDeviceConfig>('GET', '/devices/:pk/config');
