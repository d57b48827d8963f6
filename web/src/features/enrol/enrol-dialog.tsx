import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../lib/requests.ts';
import { EnrolSteps } from '../../ui/enrol-steps.tsx';

export function EnrolDialog({ request: { group }, onClose }: DialogProps<'enrol'>) {
  const { t } = useTranslation('enrol');
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg">
      <EnrolSteps group={group} />
    </Modal>
  );
}
