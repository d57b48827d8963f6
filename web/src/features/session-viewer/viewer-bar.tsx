import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNowEachSecond } from '../../lib/use-now.ts';
import { MonitorSelect } from './monitor-select.tsx';
import { pressCtrlAltDelete } from './screen-input.ts';
import { fingerprintOf } from './sealed-channel.ts';
import { TextPopover } from './text-popover.tsx';
import type { ViewerAction } from './viewer-action.ts';
import { isInControl, type ViewerState } from './viewer-session.ts';
import classes from './viewer.module.css';

interface ViewerBarProps {
  state: ViewerState;
  isFit: boolean;
  onFit: (isFit: boolean) => void;
  onSend: (action: ViewerAction) => void;
  onEnd: () => void;
}

/** Which device, who uses it, how long still, and what can be done beside keys and pointer. */
export function ViewerBar({ state, isFit, onFit, onSend, onEnd }: ViewerBarProps) {
  const { t } = useTranslation('viewer');
  const { access, phase } = state;
  const isViewing = phase === 'viewing';
  const mayPress = isInControl(state);
  const mayUse = access?.grant.rights.includes('input') ?? false;
  return (
    <header className={classes.bar}>
      <Text component="h1" fw={600} truncate>
        {access?.device_name ?? t('title')}
      </Text>
      {access && (
        <Text size="sm" className={classes.figures} title={t('fingerprint_help')}>
          {t('fingerprint', { value: fingerprintOf(access.device_key) })}
        </Text>
      )}
      {isViewing && (
        <Text size="sm" className={classes.figures}>
          {t('rate', { rate: state.kilobytesPerSecond })}
        </Text>
      )}
      {isViewing && state.endsAt !== null && <Countdown endsAt={state.endsAt} />}
      <div className={classes.actions}>
        {isViewing && state.monitors !== null && state.monitors.monitors.length > 1 && (
          <MonitorSelect choice={state.monitors} onSend={onSend} />
        )}
        <Button size="compact-sm" variant="default" onClick={() => onFit(!isFit)}>
          {t(isFit ? 'actual_size' : 'fit')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => void toggleFullScreen()}>
          {t('full_screen')}
        </Button>
        {mayUse && (
          <>
            <TextPopover clipboard={state.clipboard} isDisabled={!mayPress} onSend={onSend} />
            <Button size="compact-sm" variant="default" disabled={!mayPress} onClick={() => pressCtrlAltDelete(onSend)}>
              {t('ctrl_alt_delete')}
            </Button>
          </>
        )}
        <Button size="compact-sm" color="red" disabled={phase === 'ended'} onClick={onEnd}>
          {t('end_session')}
        </Button>
      </div>
    </header>
  );
}

const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement === null ? document.documentElement.requestFullscreen() : document.exitFullscreen();

const MINUTE_MS = 60_000;

function Countdown({ endsAt }: { endsAt: number }) {
  const { t } = useTranslation('viewer');
  const leftMs = Math.max(0, endsAt - useNowEachSecond());
  const [minutes, seconds] = [Math.floor(leftMs / MINUTE_MS), Math.floor((leftMs % MINUTE_MS) / 1_000)];
  return (
    <Text size="sm" className={classes.figures} role="timer">
      {t('left', { time: `${minutes}:${String(seconds).padStart(2, '0')}` })}
    </Text>
  );
}
