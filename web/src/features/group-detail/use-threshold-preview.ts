import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { AlertCode } from '@vigil/shared/contract/alert';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { previewThreshold } from '@vigil/shared/contract/routes/alerts';
import { useServices } from '../../lib/services.ts';

const TYPING_MS = 400;

/**
 * How many devices a threshold would have alerted in the last seven days; null until it is known, and for more devices
 * than are looked through. Asked for once nothing more is typed; another value cancels what is under way.
 * @param value null for none
 */
export function useWeekOfAlerts(group: GroupPk, codes: readonly AlertCode[], value: number | null): number | null {
  const { api } = useServices();
  const [settled] = useDebouncedValue(value, TYPING_MS);
  const { data } = useQuery({
    queryKey: ['threshold-preview', group, codes, settled],
    queryFn: async ({ signal }) => {
      const params = { pk: String(group) };
      const replies = await Promise.all(
        codes.map((alert_code) =>
          api.call(previewThreshold, { params, query: { alert_code, limit: String(settled) } }, { signal }),
        ),
      );
      const counts = replies.map(({ objects: [preview] }) => preview?.week_count ?? null);
      return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
    },
    enabled: settled !== null && settled === value,
    // The minutes of a week hardly change while somebody types.
    staleTime: 60_000,
    retry: false,
  });
  return settled === value ? (data ?? null) : null;
}
