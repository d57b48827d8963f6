import type { Preference } from '@vigil/shared/contract/http/preferences';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { readPreference, writePreference } from '../../endpoints.ts';
import { useServices } from '../../lib/services.ts';
import { createPreferenceCopy } from './preference-copy.ts';

type Value = Preference['value'];
/** Receives the value of the server, which another browser may have changed; null before the first write. */
type Change = (before: Value) => Value;

/**
 * A preference of the signed-in user, by its key: its value, and a function that changes it. Until the server has answered,
 * the value is the copy that this browser kept; null before the first write.
 */
export function usePreference(key: string, { enabled = true } = {}): [Value, (change: Change) => void] {
  const { api } = useServices();
  const queries = useQueryClient();
  const copy = createPreferenceCopy(window.localStorage, key);
  const query = {
    queryKey: ['preference', key],
    queryFn: async (): Promise<Value> => {
      const value = (await api.call(readPreference, { params: { key } })).objects[0]?.value ?? null;
      copy.write(value);
      return value;
    },
  };
  const { data } = useQuery({
    ...query,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: copy.read,
  });
  const { mutate } = useMutation({
    // One after another: each change starts from what the one before has written.
    scope: { id: `preference ${key}` },
    mutationFn: async (change: Change) => {
      const before = await queries.fetchQuery({ ...query, staleTime: 0 });
      const value = change(before);
      if (value === before) return;
      queries.setQueryData(query.queryKey, value);
      copy.write(value);
      // Guests may not write: for them the change ends with the session.
      await api.call(writePreference, { params: { key }, body: { value } });
    },
  });
  return [data ?? null, mutate];
}
