import type { Incident } from '@vigil/shared/contract/http/incidents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listIncidents, markAlertsSeen } from '../../endpoints.ts';
import { newestIncidentsKey } from '../../entities/incident/incidents.ts';
import { useGuestDenial } from '../../entities/session/use-guest-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useServices } from '../../lib/services.ts';
import { useIsLinked } from '../../live/use-fleet.ts';

export interface NewestIncidents {
  /** The newest is first. */
  list: readonly Incident[];
  open: number;
  /** Of the open ones, those that were opened since the user last looked. */
  unseen: number;
  /** The account of a ticket is not told of incidents. */
  isTold: boolean;
  isPending: boolean;
  error: unknown;
  retry: () => void;
  markSeen: () => void;
}

const SHOWN = 20;

/** The newest incidents, read again when one changed or when the user looked at them in another console. */
export function useIncidents(): NewestIncidents {
  const { api } = useServices();
  const { viewer } = useViewer();
  const queries = useQueryClient();
  const isLinked = useIsLinked();
  const isGuest = useGuestDenial()(markAlertsSeen) !== null;
  // A session by invitation changes nothing of the account, so it remembers this by itself.
  const [seenByGuest, setSeenByGuest] = useState('');
  const isTold = viewer.isTemporary !== true;
  const { data, isPending, error, refetch } = useQuery({
    queryKey: newestIncidentsKey,
    queryFn: () =>
      api.call(listIncidents, { query: { state: 'all', by: 'opened_at', order: 'desc', limit: SHOWN, offset: 0 } }),
    // Not before: it would be read again as soon as there is a connection.
    enabled: isLinked && isTold,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const list = data?.objects ?? [];
  const isUnseen = ({ opened_at, resolved_at }: Incident) => resolved_at === null && opened_at > seenByGuest;
  const unseen = isGuest && seenByGuest !== '' ? list.filter(isUnseen).length : (data?.meta.unseen_count ?? 0);
  const markSeen = () => {
    const until = list[0]?.opened_at;
    if (!data || until === undefined || unseen === 0) return;
    if (isGuest) return setSeenByGuest(until);
    const meta = { ...data.meta, unseen_count: 0, seen_until: until };
    queries.setQueryData(newestIncidentsKey, { ...data, meta });
    // Without an answer they are counted again at the next reading.
    api.call(markAlertsSeen, { body: { until } }).catch(() => undefined);
  };
  return {
    list,
    open: data?.meta.open_count ?? 0,
    unseen,
    isTold,
    isPending: isPending && isTold,
    error,
    retry: () => void refetch(),
    markSeen,
  };
}
