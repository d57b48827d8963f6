import { Button } from '@mantine/core';
import type { CommandRow } from '@vigil/shared/contract/http/commands';
import { cancelScheduledCommand } from '@vigil/shared/contract/routes/commands';
import { isSchedulable } from '@vigil/shared/domain/device-actions';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { notifyFailed } from '../../ui/toasts.ts';
import { useViewer } from '../session/viewer.ts';
import { commands } from './commands.ts';

/** For a restart or shutdown that waits for its time, and for those who may schedule one. */
export function CancelSchedule({ command: { id, type, state, schedule_time } }: { command: CommandRow }) {
  const { t } = useTranslation('commands');
  const { viewer } = useViewer();
  const change = commands.useChange();
  const problemText = useProblemText();
  const cancel = useSingleFlightMutation({
    mutationFn: () => change(cancelScheduledCommand, { params: { id } }),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const isWaiting = state === 'queued' && schedule_time !== null && isSchedulable(type);
  if (!isWaiting || !viewer.flags.isAdmin || viewer.isGuest) return null;
  return (
    <Button size="compact-xs" variant="default" mt={4} loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('cancel_schedule')}
    </Button>
  );
}
