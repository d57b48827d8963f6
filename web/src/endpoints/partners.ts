import type * as partners from '@vigil/shared/contract/http/partners';
import { endpoint } from './client-endpoint.ts';

export const applyForPartnerAccount = endpoint<typeof partners.applyForPartnerAccount>('POST', '/partners');
export const openSessionByInvitation = endpoint<typeof partners.openSessionByInvitation>(
  'POST',
  '/partners/invitation',
);
