import { IconClockExclamation, IconDeviceDesktop, IconLock } from '@tabler/icons-react';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Suspense, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useServices } from '../../lib/services.ts';
import { subscribeToSeconds } from '../../lib/use-now.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useLiveData, useHasFrame, useConnectionStatus } from '../../live/use-fleet.ts';
import type { ZoomPaneProps } from '../../ui/zoom-pane.tsx';
import { useTimeFormat } from '../session/use-time-format.ts';
import classes from './live-image.module.css';

// Loaded on demand: the cards of a list do not zoom.
const ZoomPane = lazyWithPreload(async () => (await import('../../ui/zoom-pane.tsx')).ZoomPane);

/** The stored frame is written every two seconds at most. */
const POLL_LEAST_MS = 2_000;
const RETRY_MS = 10_000;

interface LiveImageProps {
  device: Pick<FleetDevice, 'pk' | 'guid' | 'alias' | 'isOnline' | '_ext'>;
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
  const { frames } = useLiveData();
  const { api } = useServices();
  const hasFrame = useHasFrame(device.pk);
  const polling = useConnectionStatus().kind === 'polling';
  const { pk, guid, isOnline, _ext: ext } = device;

  useEffect(() => {
    if (blocked !== null) return;
    return frames.request(pk, { width, intervalMs, isUrgent, isPaused });
  }, [frames, pk, width, intervalMs, isUrgent, isPaused, blocked]);

  const extBefore = useRef(ext);
  useEffect(() => {
    if (ext === null && extBefore.current !== null) frames.removeStored(pk);
    extBefore.current = ext;
    // Without a stored frame there is nothing to read; live frames arrive over the socket.
    if (blocked !== null || ext === null) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readIn = (ms: number) => {
      timer = setTimeout(() => void read(), ms);
    };
    const hasFresh = () => frames.frame(pk) !== undefined && !frames.isStale(pk);
    const read = async () => {
      if (!polling && hasFresh()) return;
      // Until it can be read, the placeholder or the frame before stays (spec 2 §8).
      const isRead = await frames
        .readStored(pk, () => api.frame(guid, ext, stop.signal))
        .then(
          () => true,
          () => false,
        );
      if (stop.signal.aborted || isPaused) return;
      if (polling) readIn(Math.max(intervalMs, POLL_LEAST_MS));
      // Many tiles of many browsers fail at one moment.
      else if (!isRead) readIn(RETRY_MS * (1 + Math.random()));
    };
    void read();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [api, frames, pk, guid, ext, polling, intervalMs, isPaused, blocked]);

  return (
    <div className={classes.screen} data-offline={!isOnline || undefined}>
      {blocked === null && hasFrame && <ScreenImage pk={pk} zoom={zoom} name={device.alias} />}
      {(blocked !== null || !hasFrame) && (
        <div className={classes.overlay}>
          {blocked === null ? <IconDeviceDesktop size={28} stroke={1.2} /> : <IconLock size={24} stroke={1.4} />}
          <span>{blocked ?? (isOnline ? t(isPaused ? 'screen.paused' : 'screen.waiting') : '')}</span>
        </div>
      )}
      {!isOnline && (
        <div className={classes.overlay}>
          <span className={classes.offline}>{t('screen.offline')}</span>
        </div>
      )}
      {isOnline && blocked === null && hasFrame && <FrameAge pk={pk} />}
    </div>
  );
}

/** How long ago the frame was the screen of the device. */
function FrameAge({ pk }: { pk: DevicePk }) {
  const { t } = useTranslation();
  const time = useTimeFormat();
  const { frames } = useLiveData();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [subscribeToSeconds(listener), frames.subscribe(pk, listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [frames, pk],
  );
  // Numbers, so that it is rendered when its text changes and not with each frame.
  const seconds = useSyncExternalStore(subscribe, () => {
    const age = frames.ageMs(pk);
    return age === null ? null : Math.max(0, Math.floor(age / 1_000));
  });
  const isOld = useSyncExternalStore(subscribe, () => frames.isStale(pk));
  if (seconds === null) return null;
  return (
    <span className={classes.age} data-stale={isOld || undefined} title={isOld ? t('screen.stale') : undefined}>
      {isOld && <IconClockExclamation size={13} stroke={1.8} role="img" aria-label={t('screen.stale')} />}
      {time.ago(0, seconds * 1_000)}
    </span>
  );
}

interface ScreenImageProps {
  pk: DevicePk;
  name: string;
  zoom: LiveImageProps['zoom'];
}

/** The newest frame. It takes the place of the one before without a rendering. */
function ScreenImage({ pk, name, zoom }: ScreenImageProps) {
  const { t } = useTranslation();
  const { frames } = useLiveData();
  const follow = useCallback(
    (image: HTMLImageElement) => {
      const draw = () => {
        const url = frames.frame(pk)?.url;
        if (url !== undefined && url !== image.src) image.src = url;
      };
      draw();
      return frames.subscribe(pk, draw);
    },
    [frames, pk],
  );
  const image = <img ref={follow} alt={t('screen.alt', { name })} draggable={false} />;
  if (!zoom) return image;
  return (
    <Suspense fallback={image}>
      <ZoomPane label={t('screen.zoom', { name })} {...zoom}>
        {image}
      </ZoomPane>
    </Suspense>
  );
}
