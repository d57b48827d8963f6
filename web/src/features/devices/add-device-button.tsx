import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { createEnrolToken } from '@vigil/shared/contract/routes/devices';
import { useSetAtom } from 'jotai';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useListScope } from '../../entities/device/device-address.ts';
import { enrolDialog } from '../../entities/device/dialogs.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';

export const AddDeviceButton = memo(function AddDeviceButton() {
  const { t } = useTranslation('enrol');
  const { viewer } = useViewer();
  const scope = useListScope();
  const openDialog = useSetAtom(openDialogAtom);
  const denial = useGuestSessionDenial()(createEnrolToken);
  if (!viewer.flags.isAdmin) return null;
  return (
    <DisableWithReason reason={denial} position="bottom-end">
      <Button
        data-slim
        aria-label={t('add')}
        leftSection={<IconPlus size={15} stroke={2} />}
        onClick={() => openDialog(enrolDialog({ group: typeof scope === 'number' ? scope : null }))}
      >
        {t('add')}
      </Button>
    </DisableWithReason>
  );
});
