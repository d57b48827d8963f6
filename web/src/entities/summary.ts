import { readFleetSummary } from '@vigil/shared/contract/routes/devices';
import { defineResource } from './resource.ts';

const summary = defineResource({ key: 'summary', rereadOn: ['policy', 'ticket', 'approval'], isPolled: true });

const unread = { common_policy: 0, ip_policy: 0, waitingTickets: 0, waitingRequests: 0 } as const;

/**
 * Which policies the company has, and how many tickets and requests for access wait for this user's decision; zeros
 * until they are read.
 */
export function useSummary() {
  const { data } = summary.useRead(
    [],
    async ({ call }) => {
      const { objects, meta } = await call(readFleetSummary);
      return {
        ...unread,
        ...objects[0],
        waitingTickets: meta.request_ticket,
        waitingRequests: meta.request_approval,
      };
    },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return data ?? unread;
}
