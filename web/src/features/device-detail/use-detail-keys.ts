import { useHotkeys } from '@mantine/hooks';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import type { DetailTab } from './detail-tabs.tsx';

interface DetailKeys {
  pk: DevicePk;
  tabs: readonly DetailTab[];
  onTab: (tab: DetailTab) => void;
  onRefresh: () => void;
}

/**
 * Keys of the opened device. The list that it was opened from keeps the focus; in the tree of groups, letters mean
 * something else.
 */
export function useDetailKeys({ pk, tabs, onTab, onRefresh }: DetailKeys): void {
  const act = useDeviceActions();
  const isFree = (): boolean =>
    document.activeElement?.closest('[role="tree"]') == null &&
    document.querySelector('[role="dialog"], [role="menu"]') === null;
  const when = (run: () => void) => (event: KeyboardEvent) => {
    if (!isFree() || event.defaultPrevented) return;
    event.preventDefault();
    run();
  };
  const keys: readonly (readonly [key: string, run: () => void])[] = [
    ...tabs.map((tab, index) => [String(index + 1), () => onTab(tab)] as const),
    ['R', onRefresh],
    ['F', () => act('favourite', [pk])],
    ['L', () => act('live', [pk])],
  ];
  useHotkeys(keys.map(([key, run]) => [key, when(run), { preventDefault: false }]));
}
