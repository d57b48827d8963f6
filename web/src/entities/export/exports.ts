import type { ExportRow } from '@vigil/shared/contract/http/exports';
import { guestDenial } from '@vigil/shared/domain/permissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { listExports, postExport } from '../../endpoints.ts';
import type { Call } from '../../lib/api.ts';
import { readAgain } from '../../lib/read-again.ts';
import { useViewer } from '../session/viewer.ts';
import { useServices } from '../../lib/services.ts';
import { useIsIdle } from '../../lib/use-is-idle.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { rereadOn } from '../../live/reread-on.ts';

export const exportsKey = rereadOn(['exports'], ['export']);

const PROGRESS_INTERVAL_MS = 1_000;

export const isOpen = ({ state }: ExportRow): boolean => state === 'waiting' || state === 'running';

/** The exports that were asked for on this page: their files are saved as soon as they are ready. */
const askedAtom = atom<ReadonlySet<string>>(new Set<string>());
export const useAsked = (): ReadonlySet<string> => useAtomValue(askedAtom);

/** The exports of the user, also those of another visit; read when the page has nothing else to do. */
export function useExports(): readonly ExportRow[] {
  const { api } = useServices();
  const { viewer } = useViewer();
  const isIdle = useIsIdle();
  const { data } = useQuery({
    queryKey: exportsKey,
    queryFn: async () => (await api.call(listExports)).objects,
    enabled: isIdle && guestDenial(viewer, listExports) === null,
    // The end is announced; the progress is not.
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? PROGRESS_INTERVAL_MS : false),
  });
  return data ?? [];
}

type Request = NonNullable<Parameters<Call>[1]>;

/** Asks for an export; the tray shows its progress. */
export function useStartExport() {
  const { api } = useServices();
  const queries = useQueryClient();
  const setAsked = useSetAtom(askedAtom);
  return useSubmit({
    mutationFn: (body: Request['body']) => api.call(postExport, { body: body as never }),
    onSuccess: async ({ meta }) => {
      setAsked((asked) => new Set([...asked, meta.id]));
      await readAgain(queries, exportsKey);
    },
  });
}
