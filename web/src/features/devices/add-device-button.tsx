import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { requestAtom } from '../../lib/dialog-stack.ts';
import { useScope } from '../../entities/device/scope.ts';
import { useViewer } from '../../entities/session/viewer.ts';

export function AddMachineButton() {
  const { t } = useTranslation('enrol');
  const { viewer } = useViewer();
  const scope = useScope();
  const ask = useSetAtom(requestAtom);
  if (!viewer.flags.isAdmin) return null;
  return (
    <Button
      data-slim
      aria-label={t('add')}
      leftSection={<IconPlus size={15} stroke={2} />}
      onClick={() => ask({ kind: 'enrol', group: typeof scope === 'number' ? scope : null })}
    >
      {t('add')}
    </Button>
  );
}
