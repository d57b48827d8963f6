import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { checkLoginIdAvailability } from '@vigil/shared/contract/routes/accounts';
import { useServices } from '../../lib/services.ts';
import { isLoginId } from './sign-up-rules.ts';

/** Long enough to type a word, short enough not to be noticed. */
const DEBOUNCE_MS = 400;

/**
 * The availability of an ID; `unknown` while it is typed or when the check failed: then the server decides at the
 * submit.
 */
export type LoginIdAvailability = 'unknown' | 'invalid' | 'checking' | 'free' | 'taken';

export function useLoginIdAvailability(typed: string): {
  state: LoginIdAvailability;
  isTaken: (id: string) => Promise<boolean>;
} {
  const { api } = useServices();
  const queries = useQueryClient();
  const id = typed.trim();
  const [debounced] = useDebouncedValue(id, DEBOUNCE_MS);
  const question = (value: string) => ({
    queryKey: ['available', value],
    queryFn: async () => {
      const query = { type: 'mail', value, timestamp: String(Date.now()) } as const;
      return (await api.call(checkLoginIdAvailability, { query })).objects.available;
    },
    retry: false,
  });
  const query = useQuery({ ...question(debounced), enabled: isLoginId(debounced) });

  return {
    state: loginIdAvailabilityOf({ id, debounced, available: query.data, failed: query.isError }),
    // The form also checks the latest text, which may be newer than the debounced one.
    isTaken: (value) =>
      queries.fetchQuery({ ...question(value), staleTime: 30_000 }).then(
        (available) => !available,
        () => false,
      ),
  };
}

interface Known {
  id: string;
  /** The ID that was checked. */
  debounced: string;
  available: boolean | undefined;
  failed: boolean;
}

export function loginIdAvailabilityOf({ id, debounced, available, failed }: Known): LoginIdAvailability {
  if (!isLoginId(id)) return id !== '' && id === debounced ? 'invalid' : 'unknown';
  if (id !== debounced) return 'checking';
  if (failed) return 'unknown';
  if (available === undefined) return 'checking';
  return available ? 'free' : 'taken';
}
