import type { AppConfig } from '@vigil/shared/contract/http/app-configs';
import { copyAppConfig, deleteAppConfig } from '@vigil/shared/contract/routes/commands';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { appConfigs } from '../../entities/config/app-configs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';

/** Copies a configuration and opens the copy; deletes one, after a question with what that changes. */
export function useConfigActions() {
  const { t } = useTranslation('config');
  const change = appConfigs.useChange();
  const navigate = useNavigate();
  const language = useLanguage();
  const problemText = useProblemText();
  const openDialog = useSetAtom(openDialogAtom);

  const copy = async ({ pk }: AppConfig): Promise<void> => {
    try {
      const { objects } = await change(copyAppConfig, { params: { pk: String(pk) } });
      const [made] = objects;
      if (!made) return;
      notifyDone(t('copied', { name: made.config_name }));
      await navigate(`/${language}/appconfig/${made.pk}`);
    } catch (error) {
      notifyFailed(problemText(error));
    }
  };

  const remove = ({ pk, config_name: name, device_count, group_count, reach_count: reach }: AppConfig): void => {
    const isUsed = device_count + group_count > 0;
    openDialog(
      confirmationDialog({
        title: t('delete_title', { name }),
        text: isUsed ? t('delete_used', { reach, groups: group_count }) : t('delete_unused'),
        submit: t('delete'),
        danger: true,
        count: reach,
        onConfirm: async () => {
          const query = isUsed ? { confirm: String(reach) } : {};
          await change(deleteAppConfig, { params: { pk: String(pk) }, query });
          notifyDone(t('deleted'));
        },
      }),
    );
  };

  return { copy, remove };
}
