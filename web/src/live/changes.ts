import type { DevicePk } from '@vigil/shared/contract/ids';

/** What became different since the last flush, by kind, so that a subscriber does only what it must. */
export interface Changes {
  /** Only measures moved. */
  readonly usage: ReadonlySet<DevicePk>;
  /** State or properties changed. */
  readonly rows: ReadonlySet<DevicePk>;
  /** Devices came, went, or all were replaced. */
  readonly membership: boolean;
  /** The tree of groups is to be read again. */
  readonly groups: boolean;
}

export interface ChangeLog {
  usage: (pk: DevicePk) => void;
  row: (pk: DevicePk) => void;
  membership: () => void;
  groups: () => void;
  /** Hands out what was collected and starts anew; null when there was nothing. */
  take: () => Changes | null;
}

export function createChangeLog(): ChangeLog {
  const fresh = () => ({ usage: new Set<DevicePk>(), rows: new Set<DevicePk>(), membership: false, groups: false });
  let now = fresh();
  return {
    usage: (pk) => void now.usage.add(pk),
    row: (pk) => void now.rows.add(pk),
    membership: () => void (now.membership = true),
    groups: () => void (now.groups = true),
    take: () => {
      const taken = now;
      if (taken.usage.size + taken.rows.size === 0 && !taken.membership && !taken.groups) return null;
      now = fresh();
      return taken;
    },
  };
}
