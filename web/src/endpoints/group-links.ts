import type * as groupLinks from '@vigil/shared/contract/http/group-links';
import { endpoint } from './client-endpoint.ts';

export const addDevicesToGroup = endpoint<typeof groupLinks.addDevicesToGroup>('POST', '/conn-device-groups');
export const addGroupMember = endpoint<typeof groupLinks.addGroupMember>('POST', '/conn-users');
export const removeDeviceFromGroup = endpoint<typeof groupLinks.removeDeviceFromGroup>('DELETE', '/conn-device-groups');
export const removeGroupMember = endpoint<typeof groupLinks.removeGroupMember>('DELETE', '/conn-users/:pk');
