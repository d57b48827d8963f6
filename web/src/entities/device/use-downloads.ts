import { listDownloads } from '../../endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../lib/services.ts';

/** Agents and documents, for every system and in every language. */
export function useDownloads() {
  const { api } = useServices();
  return useQuery({
    queryKey: ['downloads'],
    queryFn: async () => (await api.call(listDownloads)).objects,
  });
}
