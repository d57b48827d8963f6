import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFleet } from '../live/use-fleet.ts';
import { followAnnouncements } from './follow-announcements.ts';

/** Reads queries again when the server announces that their data changed. */
export function useInvalidations(): void {
  const queries = useQueryClient();
  const fleet = useFleet();
  useEffect(() => followAnnouncements(queries, fleet), [fleet, queries]);
}
