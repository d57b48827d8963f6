import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { livePreviewDialog } from '../../entities/device/dialogs.ts';
import { LiveImage } from '../../entities/device/live-image.tsx';
import { useScreenDenial } from '../../entities/device/use-screen-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useDevice } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { LIVE_WIDTH, previewIntervalChoices } from './live-intervals.ts';
import classes from './detail.module.css';

/** The live screen of one device (spec 2 §2), at first with the user's own refresh interval. */
export function LivePreviewDialog({ request: { pk }, onClose }: DialogProps<typeof livePreviewDialog>) {
  const { t } = useTranslation('detail');
  const { profile } = useViewer();
  const wallScreenDenial = useScreenDenial();
  const device = useDevice(pk);
  const [seconds, setSeconds] = useState<number>(profile.img_refresh_interval);
  if (!device) {
    return (
      <Dialog title={t('live.title')} size="md" onClose={onClose}>
        <EmptyNote title={t('gone')} text={t('gone_text')} />
      </Dialog>
    );
  }
  const name = device.alias;
  return (
    <Dialog title={t('live.title_of', { name })} size="wide" onClose={onClose}>
      <div className={classes.preview}>
        <LiveImage
          device={device}
          width={LIVE_WIDTH}
          intervalMs={seconds * 1_000}
          isUrgent
          blocked={wallScreenDenial(device)}
          zoom={{ wheel: 'always' }}
        />
      </div>
      <Select
        className={classes.interval}
        size="xs"
        label={t('live.interval')}
        allowDeselect={false}
        value={String(seconds)}
        onChange={(value) => setSeconds(Number(value))}
        data={previewIntervalChoices(profile.img_refresh_interval).map((value) => ({
          value: String(value),
          label: t('live.seconds', { count: value }),
        }))}
      />
    </Dialog>
  );
}
