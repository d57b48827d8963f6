import { Button } from '@mantine/core';
import { IconDeviceDesktopQuestion } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { unknownAgentsDialog } from '../../entities/device/dialogs.ts';
import { UNKNOWN_AGENTS_REFRESH_MS, unknownAgents } from '../../entities/device/unknown-agents.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';

/** Tells administrators how many agents ask that these servers do not know; nothing where there are none. */
export const UnknownAgentsButton = memo(function UnknownAgentsButton() {
  const { t } = useTranslation('devices');
  const { viewer } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const { data } = unknownAgents.usePage(
    { limit: 1 },
    { enabled: viewer.flags.isAdmin && !viewer.isGuest, refetchInterval: UNKNOWN_AGENTS_REFRESH_MS },
  );
  const count = data?.meta.total_count ?? 0;
  if (count === 0) return null;
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDeviceDesktopQuestion size={15} stroke={1.7} color="var(--state-warning)" />}
        onClick={() => openDialog(unknownAgentsDialog({}))}
      >
        {t('unknown.count', { count })}
      </Button>
    </div>
  );
});
