import { Button, Text } from '@mantine/core';
import type { PictureQuality } from '@vigil/shared/contract/remote-desktop/picture-qualities';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useNowEachSecond } from '../../lib/use-now.ts';
import { DeviceKey } from './device-key.tsx';
import { LayoutSelect, type KeyboardLayout } from './layout-select.tsx';
import { MonitorSelect } from './monitor-select.tsx';
import { QualitySelect } from './quality-select.tsx';
import { pressCtrlAltDelete } from './screen-input.ts';
import { TextPopover } from './text-popover.tsx';
import type { ViewerAction } from './viewer-action.ts';
import { isInControl, type ViewerState } from './viewer-session.ts';
import { ZoomSelect, type Zoom } from './zoom-select.tsx';
import classes from './viewer.module.css';

interface ViewerBarProps {
  state: ViewerState;
  ref?: Ref<HTMLElement>;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  quality: PictureQuality;
  onQuality: (quality: PictureQuality) => void;
  layout: KeyboardLayout;
  onLayout: (layout: KeyboardLayout) => void;
  onSend: (action: ViewerAction) => void;
  onEnd: () => void;
}

/** Which device, who uses it, how long still, and what can be done beside keys and pointer. */
export function ViewerBar({ ref, state, zoom, onZoom, quality, onQuality, layout, onLayout, ...acts }: ViewerBarProps) {
  const { onSend, onEnd } = acts;
  const { t } = useTranslation('viewer');
  const { access, phase } = state;
  const isViewing = phase === 'viewing';
  const mayPress = isInControl(state);
  const isLocked = state.control?.is_locked === true;
  const mayUse = access?.grant.rights.includes('input') ?? false;
  return (
    <header ref={ref} className={classes.bar}>
      <Text component="h1" fw={600} truncate>
        {access?.device_name ?? t('title')}
      </Text>
      {access && <DeviceKey access={access} isProven={isViewing} />}
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
        <ZoomSelect zoom={zoom} onZoom={onZoom} />
        {isViewing && state.hasQualities && <QualitySelect quality={quality} onQuality={onQuality} />}
        {document.fullscreenEnabled && (
          <Button size="compact-sm" variant="default" onClick={() => void toggleFullScreen()}>
            {t('full_screen')}
          </Button>
        )}
        {mayUse && (
          <>
            <LayoutSelect layout={layout} onLayout={onLayout} />
            <TextPopover clipboard={state.clipboard} isDisabled={!mayPress} onSend={onSend} />
            <Button size="compact-sm" variant="default" disabled={!mayPress} onClick={() => pressCtrlAltDelete(onSend)}>
              {t('ctrl_alt_delete')}
            </Button>
            {isViewing && state.canLock && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={!mayPress}
                title={t('lock_input_help')}
                onClick={() => onSend({ t: 'lock', on: !isLocked })}
              >
                {t(isLocked ? 'unlock_input' : 'lock_input')}
              </Button>
            )}
          </>
        )}
        <Button size="compact-sm" color="red" disabled={phase === 'ended'} onClick={onEnd}>
          {t('end_session')}
        </Button>
      </div>
    </header>
  );
}

/**
 * Some browsers give a page in full screen the keys of the browser and the system as well, such as Ctrl+W and Alt+Tab.
 */
const keyboard = (navigator as { keyboard?: { lock?: () => Promise<void> } }).keyboard;

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement !== null) return document.exitFullscreen();
  await document.documentElement.requestFullscreen();
  await keyboard?.lock?.().catch(() => undefined);
}

const MINUTE_MS = 60_000;

/** Minutes before the end at which the user is told once more. */
const WARNING_MINUTES = [1, 5] as const;

function Countdown({ endsAt }: { endsAt: number }) {
  const { t } = useTranslation('viewer');
  const leftMs = Math.max(0, endsAt - useNowEachSecond());
  const [minutes, seconds] = [Math.floor(leftMs / MINUTE_MS), Math.floor((leftMs % MINUTE_MS) / 1_000)];
  const warning = WARNING_MINUTES.find((limit) => leftMs <= limit * MINUTE_MS);
  return (
    <>
      <Text size="sm" className={classes.figures} role="timer" data-soon={warning !== undefined || undefined}>
        {t('left', { time: `${minutes}:${String(seconds).padStart(2, '0')}` })}
      </Text>
      <span className="visually-hidden" role="status">
        {warning !== undefined && t('ends_soon', { count: warning })}
      </span>
    </>
  );
}
