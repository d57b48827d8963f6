import type { VersionedFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { writeFunctionSettings } from '@vigil/shared/contract/routes/company';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { functionSettings } from '../../entities/policy/function-settings.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { choiceDialog } from '../../ui/dialogs.ts';
import type { FunctionSettingsDraft } from './draft.ts';

interface Wanted {
  readonly draft: FunctionSettingsDraft;
  /** The version that the draft began with. */
  readonly version: number;
  /** The sessions that the save would end, by the last count. */
  readonly ends: { readonly sessions: number; readonly own: boolean };
  /** The entries that a shorter retention would delete, by the last count; null when it is not shorter. */
  readonly deletes: number | null;
  readonly confirm?: number;
  readonly confirm_rows?: number;
}

interface SaveOptions {
  onSaved: (saved: VersionedFunctionSettings) => void;
  /** The server refuses a field. */
  onRefused: (field: string, text: string) => void;
}

/**
 * Saves the settings; asks first where sessions end at once or history will be deleted. After a conflict the settings
 * are read again, and the form merges them.
 */
export function useSaveFunctionSettings({ onSaved, onRefused }: SaveOptions) {
  const { t } = useTranslation('functions');
  const { api } = useServices();
  const readAgain = functionSettings.useReread();
  const problemText = useProblemText();
  const openDialog = useSetAtom(openDialogAtom);

  const ask = (wanted: Wanted, sessions: number) =>
    openDialog(
      choiceDialog({
        title: t('ends.title'),
        text: [t('ends.text', { sessions }), ...(wanted.ends.own ? [t('ends.own')] : [])].join(' '),
        actions: [
          { label: t('leave.stay'), primary: true, run: () => undefined },
          { label: t('ends.save'), run: () => save({ ...wanted, confirm: sessions }) },
        ],
      }),
    );
  const askRows = (wanted: Wanted, entries: number) =>
    openDialog(
      choiceDialog({
        title: t('deletes.title'),
        text: t('deletes.text', { entries }),
        actions: [
          { label: t('leave.stay'), primary: true, run: () => undefined },
          { label: t('deletes.save'), run: () => save({ ...wanted, confirm_rows: entries }) },
        ],
      }),
    );
  const { mutate, error, isPending } = useSingleFlightMutation({
    mutationFn: async ({ draft, version, confirm, confirm_rows }: Wanted) => {
      const body = {
        ...draft,
        version,
        ...(confirm === undefined ? {} : { confirm }),
        ...(confirm_rows === undefined ? {} : { confirm_rows }),
      };
      return (await api.call(writeFunctionSettings, { body })).objects[0];
    },
    onSuccess: async (saved) => {
      if (saved) onSaved(saved);
      await readAgain();
    },
    onError: async (problem, wanted) => {
      if (!isApiProblem(problem)) return;
      if (problem.code === 'conflict') await readAgain();
      else if (problem.code === 'confirm_required')
        (problem.field === 'body.confirm_rows' ? askRows : ask)(wanted, Number(problem.detail));
      else if (problem.field?.startsWith('body.')) onRefused(problem.field.slice('body.'.length), problemText(problem));
    },
  });
  const save = (wanted: Wanted) => {
    const { ends, deletes, confirm, confirm_rows } = wanted;
    if (ends.sessions > 0 && confirm === undefined) ask(wanted, ends.sessions);
    else if (deletes !== null && confirm_rows === undefined) askRows(wanted, deletes);
    else mutate(wanted);
  };
  return { save, error, isSaving: isPending };
}
