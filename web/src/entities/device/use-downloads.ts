import { listDownloads, type Download } from '@vigil/shared/contract/http/downloads';
import { useQuery } from '@tanstack/react-query';
import type { EnrolSystem } from './install-command.ts';
import { useServices } from '../../lib/services.ts';

/** Agents and documents, for every system and in every language. */
export function useDownloads() {
  const { api } = useServices();
  return useQuery({
    queryKey: ['downloads'],
    queryFn: async () => (await api.call(listDownloads)).objects,
  });
}

/** The agent package for a system, or null if there is none. */
export const agentFor = (downloads: readonly Download[] | undefined, system: EnrolSystem): Download | null =>
  downloads?.find(({ kind, dev_os_id: os }) => kind === 'agent' && os === Number(system)) ?? null;
