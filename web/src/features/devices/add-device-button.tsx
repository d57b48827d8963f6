import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useScope } from '../../entities/device/device-address.ts';
import { useViewer } from '../../entities/session/viewer.ts';

export function AddDeviceButton() {
  const { t } = useTranslation('enrol');
  const { viewer } = useViewer();
  const scope = useScope();
  const openDialog = useSetAtom(openDialogAtom);
  if (!viewer.flags.isAdmin) return null;
  return (
    <Button
      data-slim
      aria-label={t('add')}
      leftSection={<IconPlus size={15} stroke={2} />}
      onClick={() => openDialog({ kind: 'enrol', group: typeof scope === 'number' ? scope : null })}
    >
      {t('add')}
    </Button>
  );
}
