import type * as ipPolicy from '@vigil/shared/contract/http/ip-policy';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const readIpPolicyAndCheckAddress = endpointOpenToGuests<typeof ipPolicy.readIpPolicyAndCheckAddress>(
  'GET',
  '/ip_policy',
);
export const changeIpPolicy = endpoint<typeof ipPolicy.changeIpPolicy>('POST', '/ip_policy');
