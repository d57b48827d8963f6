import type { ExportRow } from '@vigil/shared/contract/http/exports';
import type { ExportId } from '@vigil/shared/contract/ids';
import { listExports, postExport } from '@vigil/shared/contract/routes/company';
import { guestSessionDenial } from '@vigil/shared/domain/permissions';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import type { Call } from '../../lib/api.ts';
import { useServices } from '../../lib/services.ts';
import { useHasBeenIdle } from '../../lib/use-has-been-idle.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { defineResource } from '../resource.ts';
import { useViewer } from '../session/viewer.ts';

export const exports = defineResource({ key: 'exports', list: listExports, rereadOn: ['export'] });

const PROGRESS_INTERVAL_MS = 1_000;

export const isUnfinished = ({ state }: ExportRow): boolean => state === 'waiting' || state === 'running';

/** The exports that were asked for on this page: their files are saved as soon as they are ready. */
const askedAtom = atom<ReadonlySet<string>>(new Set<string>());
export const useRequestedExports = (): ReadonlySet<string> => useAtomValue(askedAtom);

/** The exports of the user, also those of another visit; read when the page has nothing else to do. */
export function useExports(): readonly ExportRow[] {
  const { viewer } = useViewer();
  const isIdle = useHasBeenIdle();
  const { data } = exports.useList({
    enabled: isIdle && guestSessionDenial(viewer, listExports) === null,
    // The end is announced; the progress is not.
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? PROGRESS_INTERVAL_MS : false),
  });
  return data ?? [];
}

type Request = NonNullable<Parameters<Call>[1]>;

/** Shows an export that was asked for in the tray, which saves its file as soon as it is ready. */
export function useFollowExport(): (id: ExportId) => Promise<void> {
  const reread = exports.useReread();
  const setAsked = useSetAtom(askedAtom);
  return async (id) => {
    setAsked((asked) => new Set([...asked, id]));
    await reread();
  };
}

/** Asks for an export; the tray shows its progress. */
export function useStartExport() {
  const { api } = useServices();
  const follow = useFollowExport();
  return useSingleFlightMutation({
    mutationFn: (body: Request['body']) => api.call(postExport, { body: body as never }),
    onSuccess: ({ meta }) => follow(meta.id),
  });
}
