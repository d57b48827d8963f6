import { Button, CloseButton } from '@mantine/core';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { actionIcons } from '../../lib/device-action-icons.ts';
import { bulkActions, concerns, obstacleOf, type DeviceAction } from '../../lib/device-actions.ts';
import { useActionLabel } from '../../lib/use-action-label.ts';
import { useDeviceActions } from '../../lib/use-device-actions.ts';
import { useObstacleText } from '../../lib/use-obstacle-text.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useFleet, useFleetVersion } from '../../live/use-fleet.ts';
import { WhyNot } from '../../ui/why-not.tsx';
import classes from './devices-page.module.css';

interface BulkBarProps {
  selection: ReadonlySet<DevicePk>;
  /** Everything that the list shows, on all pages. */
  all: readonly DevicePk[];
  onSelection: (selection: ReadonlySet<DevicePk>) => void;
}

/** What can be done with the selection, and with how many of it: "Reboot 18 of 20 – 2 offline". */
export function BulkBar({ selection, all, onSelection }: BulkBarProps) {
  const { t } = useTranslation('devices');
  useFleetVersion();
  return (
    <div className={classes.bulk} role="toolbar" aria-label={t('bulk_label')}>
      <b role="status">{t('selected', { count: selection.size })}</b>
      {bulkActions.map((action) => (
        <BulkButton key={action} action={action} selection={selection} />
      ))}
      {selection.size < all.length && (
        <Button variant="transparent" size="compact-xs" onClick={() => onSelection(new Set(all))}>
          {t('select_all', { count: all.length })}
        </Button>
      )}
      <CloseButton ml="auto" aria-label={t('clear_selection')} onClick={() => onSelection(new Set())} />
    </div>
  );
}

function BulkButton({ action, selection }: { action: DeviceAction; selection: ReadonlySet<DevicePk> }) {
  const { t } = useTranslation('devices');
  const act = useDeviceActions();
  const { possible, total, reasons } = usePossible(action, selection);
  const name = useActionLabel()(action);
  if (total === 0) return null;

  const text =
    possible.length === total
      ? t('bulk_all', { action: name, count: total })
      : t('bulk_some', { action: name, count: possible.length, total });
  const missing = reasons.map(([reason, count]) => t('bulk_missing', { count, reason })).join(', ');
  const Shape = actionIcons[action];
  return (
    <WhyNot reason={possible.length === 0 ? missing : null} label={missing === '' ? text : `${text}: ${missing}`}>
      <Button
        variant="default"
        size="compact-sm"
        fw={500}
        leftSection={<Shape size={14} stroke={1.7} />}
        color={action === 'delete' ? 'red' : 'gray'}
        onClick={() => act(action, possible)}
      >
        {text}
      </Button>
    </WhyNot>
  );
}

interface Possible {
  possible: DevicePk[];
  total: number;
  reasons: [string, number][];
}

function usePossible(action: DeviceAction, selection: ReadonlySet<DevicePk>): Possible {
  const { store } = useFleet();
  const { viewer } = useViewer();
  const { of } = useObstacleText();
  const possible: DevicePk[] = [];
  const reasons = new Map<string, number>();
  for (const pk of selection) {
    const device = store.get(pk);
    if (!device || !concerns(action, device)) continue;
    const obstacle = obstacleOf(action, viewer, device);
    if (obstacle === null) possible.push(pk);
    else reasons.set(of(obstacle), (reasons.get(of(obstacle)) ?? 0) + 1);
  }
  const refused = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  return { possible, total: possible.length + refused, reasons: [...reasons] };
}
