import { useTranslation } from 'react-i18next';
import type { enrolDialog } from '../../entities/device/dialogs.ts';
import { EnrolTokenSteps } from '../../entities/device/enrol-token-steps.tsx';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { Dialog } from '../../ui/dialog.tsx';

export function EnrolDialog({ request: { group }, onClose }: DialogProps<typeof enrolDialog>) {
  const { t } = useTranslation('enrol');
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <EnrolTokenSteps group={group} />
    </Dialog>
  );
}
