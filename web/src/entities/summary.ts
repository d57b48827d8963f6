import { readFleetCountsAndPolicyPages } from '../endpoints/devices.ts';
import { defineResource } from './resource.ts';

const summary = defineResource({ key: 'summary', rereadOn: ['policy', 'ticket'], isPolled: true });

const unread = { common_policy: 0, ip_policy: 0, waitingTickets: 0 } as const;

/** Which policies the company has, and how many tickets wait for this user's decision; zeros until they are read. */
export function usePolicyFlagsAndWaitingTicketCount() {
  const { data } = summary.useRead(
    [],
    async ({ call }) => {
      const { objects, meta } = await call(readFleetCountsAndPolicyPages);
      return { ...unread, ...objects[0], waitingTickets: meta.request_ticket };
    },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return data ?? unread;
}
