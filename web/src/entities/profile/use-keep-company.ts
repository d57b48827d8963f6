import { useQueryClient } from '@tanstack/react-query';
import { keepCompany } from '@vigil/shared/contract/routes/company';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { profileKey } from './profile.ts';

/** Keeps the account of the company, which is set to be deleted. */
export function useKeepCompany() {
  const { t } = useTranslation('shell');
  const { api } = useServices();
  const queries = useQueryClient();
  const problemText = useProblemText();
  return useSingleFlightMutation({
    mutationFn: () => api.call(keepCompany),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: profileKey });
      notifyDone(t('deletion.kept'));
    },
    onError: (error) => notifyFailed(problemText(error)),
  });
}
