import type { AppConfig } from '@vigil/shared/contract/http/app-configs';
import { createAppConfig, updateAppConfig } from '@vigil/shared/contract/routes/commands';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { appConfigs } from '../../entities/config/app-configs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { isSameSet, type configFromDraft } from './config-draft.ts';

type Stored = ReturnType<typeof configFromDraft>;

/** A change that reaches more devices is asked for first. */
const FEW_DEVICES = 3;

/** Stores a new configuration, or the change of one that was read as `base`. */
export function useSaveConfig(base: AppConfig | null, onSaved: (name: string) => void) {
  const { t } = useTranslation(['config', 'common']);
  const change = appConfigs.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  const { mutateAsync, mutate, error, isPending } = useSingleFlightMutation({
    mutationFn: async ({ stored, confirm }: { stored: Stored; confirm?: number }) => {
      if (base === null) await change(createAppConfig, { body: stored });
      else {
        const body = { ...stored, version: base.version, ...(confirm === undefined ? {} : { confirm }) };
        await change(updateAppConfig, { params: { pk: String(base.pk) }, body });
      }
    },
    onSuccess: (_answer, { stored }) => onSaved(stored.name),
  });

  const save = (stored: Stored, confirmOver: number): void => {
    const reach = base?.reach_count ?? 0;
    const isSame = base === null || isSameSet(stored.config, base.config);
    if (isSame || reach <= Math.min(FEW_DEVICES, confirmOver)) return mutate({ stored });
    openDialog(
      confirmationDialog({
        title: t('config:confirm_title', { name: stored.name }),
        text: t('config:confirm_text', { reach }),
        submit: t('common:save'),
        count: reach,
        onConfirm: () => mutateAsync({ stored, confirm: reach }),
      }),
    );
  };
  return { save, error, isSaving: isPending };
}
