import type * as approvals from '@vigil/shared/contract/http/approvals';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const listApprovals = endpointOpenToGuests<typeof approvals.listApprovals>('GET', '/approvals');
export const requestOrDecideApproval = endpoint<typeof approvals.requestOrDecideApproval>('POST', '/approvals');
export const withdrawApproval = endpoint<typeof approvals.withdrawApproval>('DELETE', '/approvals/:pk');
