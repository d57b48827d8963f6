import { useHotkeys } from '@mantine/hooks';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useDeviceActions } from '../../entities/device/use-device-actions.ts';
import type { DetailTab } from './detail-tabs.tsx';

interface DetailKeys {
  pk: DevicePk;
  /** The keys are for the panel: in a list or the tree, letters may mean something else. */
  panel: React.RefObject<HTMLElement | null>;
  tabs: readonly DetailTab[];
  onTab: (tab: DetailTab) => void;
  onRefresh: () => void;
}

/** Keys of the opened device, while it or nothing has the focus. */
export function useDetailKeys({ pk, panel, tabs, onTab, onRefresh }: DetailKeys): void {
  const act = useDeviceActions();
  const isFree = (): boolean => {
    const focused = document.activeElement;
    const isOurs = focused === null || focused === document.body || panel.current?.contains(focused) === true;
    return isOurs && document.querySelector('[role="dialog"], [role="menu"]') === null;
  };
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
