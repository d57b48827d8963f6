import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../lib/requests.ts';
import { EnrolSteps } from '../../ui/enrol-steps.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function EnrolDialog({ request: { group }, onClose }: DialogProps<'enrol'>) {
  const { t } = useTranslation('enrol');
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <EnrolSteps group={group} />
    </Dialog>
  );
}
