import { useQueryClient } from '@tanstack/react-query';
import type { updateCompany as declared } from '@vigil/shared/contract/http/company';
import { updateCompany } from '@vigil/shared/contract/routes/company';
import type { TimeZone } from '@vigil/shared/domain/time-zones';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { profileKey } from '../../entities/profile/profile.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone } from '../../ui/toasts.ts';
import { useCompanyEnd } from './use-company-end.ts';

type CompanyChange = z.input<(typeof declared)['body']>;

/** Changes of the company, each after a question that says whom it concerns. */
export function useChangeCompany() {
  const { t } = useTranslation('profile');
  const { api } = useServices();
  const { profile } = useViewer();
  const queries = useQueryClient();
  const openDialog = useSetAtom(openDialogAtom);
  const endIn = useCompanyEnd();

  const change = async (body: CompanyChange): Promise<void> => {
    await api.call(updateCompany, { body });
    await queries.invalidateQueries({ queryKey: profileKey });
    notifyDone(t('saved'));
  };
  return {
    rename: (name: string) =>
      openDialog(
        confirmationDialog({
          title: t('company.rename'),
          text: t('company.rename_text', { before: profile.company_name, after: name }),
          submit: t('company.rename'),
          onConfirm: () => change({ company_name: name }),
        }),
      ),
    moveToZone: ({ id, name }: TimeZone) => {
      const end = endIn(name);
      openDialog(
        confirmationDialog({
          title: t('company.change_zone'),
          text: t('company.change_zone_text', { zone: name }),
          items:
            end === null
              ? []
              : [t('company.change_zone_end', { before: endIn(profile.license.time_zone), after: end })],
          submit: t('company.change_zone'),
          onConfirm: () => change({ time_zone_id: id }),
        }),
      );
    },
  };
}
