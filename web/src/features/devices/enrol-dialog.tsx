import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { EnrolSteps } from '../../entities/device/enrol-steps.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function EnrolDialog({ request: { group }, onClose }: DialogProps<'enrol'>) {
  const { t } = useTranslation('enrol');
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <EnrolSteps group={group} />
    </Dialog>
  );
}
