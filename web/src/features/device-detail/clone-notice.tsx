import { Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { problems } from '@vigil/shared/contract/problems';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { actionIcons } from '../../entities/device/device-action-icons.ts';
import { useDevicePanelPath } from '../../entities/device/device-address.ts';
import { SeenHardwareList } from '../../entities/device/seen-hardware.tsx';
import { useActionLabel } from '../../entities/device/use-action-label.ts';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useCloneEvidence } from '../../entities/device/use-possible-clone.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import classes from './clone-notice.module.css';

/** Says of a flagged device what was seen, and offers what can be done about it (decision 95). */
export function PossibleCloneNotice({ device }: { device: FleetDevice }) {
  const { t } = useTranslation('clones');
  const { viewer } = useViewer();
  const { data } = useCloneEvidence(device.pk, { enabled: device.isPossibleClone && viewer.flags.isAdmin });
  if (!device.isPossibleClone) return null;
  const hasOthers = data?.others.some(({ split_at }) => split_at === null) === true;
  return (
    <section className={classes.notice} aria-label={t('title')}>
      <h3>
        <IconCopy size={17} stroke={1.7} aria-hidden="true" />
        {t('title')}
      </h3>
      <Text size="sm" mb="xs">
        {data === undefined ? t('lead') : hasOthers ? t('lead_split') : t('lead_merge')}
      </Text>
      {data && (hasOthers || data.own) && <SeenHardwareList own={data.own} others={data.others} />}
      {data && data.candidates.length > 0 && <Candidates rows={data.candidates} />}
      <Actions device={device} nothingToSplit={data !== undefined && !hasOthers} />
    </section>
  );
}

function Candidates({ rows }: { rows: readonly { pk: FleetDevice['pk']; alias: string }[] }) {
  const { t } = useTranslation('clones');
  const addressOf = useDevicePanelPath();
  return (
    <Text size="sm" mt="xs">
      {t('same_hardware')}{' '}
      {rows.map(({ pk, alias }, index) => (
        <span key={pk}>
          {index > 0 && ', '}
          <Link to={addressOf(pk)}>{alias}</Link>
        </span>
      ))}
    </Text>
  );
}

function Actions({ device, nothingToSplit }: { device: FleetDevice; nothingToSplit: boolean }) {
  const language = useLanguage();
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const label = useActionLabel();
  const act = useDeviceActions();
  return (
    <Group gap="xs" mt="sm">
      {(['split', 'merge', 'dismiss'] as const).map((action) => {
        const obstacle = obstacleTo(action, viewer, device);
        const useless = action === 'split' && nothingToSplit ? problems.nothing_to_split[language] : null;
        const Shape = actionIcons[action];
        return (
          <DisableWithReason key={action} reason={obstacle ? of(obstacle) : useless}>
            <Button
              size="xs"
              variant="default"
              leftSection={<Shape size={15} stroke={1.7} />}
              onClick={() => act(action, [device.pk])}
            >
              {label(action)}
            </Button>
          </DisableWithReason>
        );
      })}
    </Group>
  );
}
