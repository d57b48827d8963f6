import { IconClockExclamation, IconDeviceDesktop, IconLock } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../lib/services.ts';
import { useTimeFormat } from '../session/use-time-format.ts';
import type { FleetDevice } from '../../live/fleet-store.ts';
import { isStale, type Frame } from '../../live/frames.ts';
import { useFleet, useFrame, useLinkState } from '../../live/use-fleet.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useSeconds } from '../../lib/use-seconds.ts';
import type { ZoomPaneProps } from '../../ui/zoom-pane.tsx';
import classes from './live-image.module.css';

// Loaded on demand: the cards of a list do not zoom.
const ZoomPane = lazyWithPreload(async () => (await import('../../ui/zoom-pane.tsx')).ZoomPane);

interface LiveImageProps {
  device: Pick<FleetDevice, 'pk' | 'guid' | 'alias' | 'alive' | '_ext'>;
  width: number;
  intervalMs: number;
  /** It is slowed down last where frames exceed a budget. */
  isUrgent?: boolean;
  /** Only the stored frame is shown: the user's frames are not refreshed by themselves. */
  isPaused?: boolean;
  /** Why this user may not see the screen; null if they may. */
  blocked?: string | null;
  /** The frame can be enlarged. */
  zoom?: Pick<ZoomPaneProps, 'wheel' | 'tools'>;
}

/** The screen of a device: the stored frame first, then live frames while this component is mounted. */
export function LiveImage({
  device,
  width,
  intervalMs,
  isUrgent = false,
  isPaused = false,
  blocked = null,
  zoom,
}: LiveImageProps) {
  const { t } = useTranslation();
  const { frames } = useFleet();
  const { api } = useServices();
  const frame = useFrame(device.pk);
  const polling = useLinkState().kind === 'polling';
  const { pk, guid, alive, _ext: ext } = device;
  const offline = alive === 0;

  useEffect(() => {
    if (blocked !== null || isPaused) return;
    return frames.request(pk, { width, intervalMs, isUrgent });
  }, [frames, pk, width, intervalMs, isUrgent, isPaused, blocked]);

  useEffect(() => {
    // Without a stored frame there is nothing to read; live frames arrive over the socket.
    if (blocked !== null || ext === null) return;
    const stop = new AbortController();
    // A frame that cannot be read leaves the placeholder (spec 2 §8).
    const read = () =>
      api.frame(guid, ext, stop.signal).then(
        (stored) => stored && !stop.signal.aborted && frames.putStored(pk, stored),
        () => undefined,
      );
    void read();
    const timer = polling && !isPaused ? setInterval(() => void read(), Math.max(intervalMs, 2_000)) : undefined;
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [api, frames, pk, guid, ext, polling, intervalMs, isPaused, blocked]);

  return (
    <div className={classes.screen} data-offline={offline || undefined}>
      {blocked === null && frame && <ScreenImage zoom={zoom} url={frame.url} name={device.alias} />}
      {(blocked !== null || !frame) && (
        <div className={classes.overlay}>
          {blocked === null ? <IconDeviceDesktop size={28} stroke={1.2} /> : <IconLock size={24} stroke={1.4} />}
          <span>{blocked ?? (offline ? '' : t(isPaused ? 'screen.paused' : 'screen.waiting'))}</span>
        </div>
      )}
      {offline && (
        <div className={classes.overlay}>
          <span className={classes.offline}>{t('screen.offline')}</span>
        </div>
      )}
      {!offline && blocked === null && frame && <FrameAge frame={frame} intervalMs={intervalMs} />}
    </div>
  );
}

/** How long ago the frame was the screen of the device. */
function FrameAge({ frame, intervalMs }: { frame: Frame; intervalMs: number }) {
  const { t } = useTranslation();
  const time = useTimeFormat();
  const now = useSeconds();
  const { at } = frame;
  if (at === null) return null;
  const isOld = isStale(frame, intervalMs, now);
  return (
    <span className={classes.age} data-stale={isOld || undefined} title={isOld ? t('screen.stale') : undefined}>
      {isOld && <IconClockExclamation size={13} stroke={1.8} role="img" aria-label={t('screen.stale')} />}
      {time.ago(at, now)}
    </span>
  );
}

function ScreenImage({ url, name, zoom }: { url: string; name: string; zoom: LiveImageProps['zoom'] }) {
  const { t } = useTranslation();
  const image = <img src={url} alt={t('screen.alt', { name })} draggable={false} />;
  if (!zoom) return image;
  return (
    <Suspense fallback={image}>
      <ZoomPane label={t('screen.zoom', { name })} {...zoom}>
        {image}
      </ZoomPane>
    </Suspense>
  );
}
