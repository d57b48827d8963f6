import { useQueryClient } from '@tanstack/react-query';
import type { Incident } from '@vigil/shared/contract/http/incidents';
import { markIncidentsSeenUntil, listIncidents } from '@vigil/shared/contract/routes/alerts';
import { useState } from 'react';
import { incidents, newestIncidentsKey } from '../../entities/incident/incidents.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useServices } from '../../lib/services.ts';
import { useIsReceiving } from '../../live/use-fleet.ts';

export type NewestIncidents = ReturnType<typeof useNewestIncidents>;

const newest = { state: 'all', by: 'opened_at', order: 'desc', limit: 20, offset: 0 } as const;

/** The newest incidents, read again when one changed or when the user looked at them in another console. */
export function useNewestIncidents() {
  const { api } = useServices();
  const { viewer } = useViewer();
  const queries = useQueryClient();
  const isLinked = useIsReceiving();
  const isGuest = useGuestSessionDenial()(markIncidentsSeenUntil) !== null;
  // A session by invitation changes nothing of the account, so it remembers this by itself.
  const [seenByGuest, setSeenByGuest] = useState('');
  // The account of a ticket is not told of incidents.
  const isTold = viewer.isTemporary !== true;
  const query = incidents.useRead(['newest'], ({ call }) => call(listIncidents, { query: newest }), {
    // Not before: it would be read again as soon as there is a connection.
    enabled: isLinked && isTold,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  const list = data?.objects;
  const isUnseen = ({ opened_at, resolved_at }: Incident) => resolved_at === null && opened_at > seenByGuest;
  // Of the open ones, those that were opened since the user last looked.
  const unseen = isGuest && seenByGuest !== '' ? (list?.filter(isUnseen).length ?? 0) : (data?.meta.unseen_count ?? 0);
  const markSeen = () => {
    const until = list?.[0]?.opened_at;
    if (!data || until === undefined || unseen === 0) return;
    if (isGuest) return setSeenByGuest(until);
    const meta = { ...data.meta, unseen_count: 0, seen_until: until };
    queries.setQueryData(newestIncidentsKey, { ...data, meta });
    // Without an answer they are counted again at the next reading.
    api.call(markIncidentsSeenUntil, { body: { until } }).catch(() => undefined);
  };
  return { query, list, open: data?.meta.open_count ?? 0, unseen, isTold, markSeen };
}
