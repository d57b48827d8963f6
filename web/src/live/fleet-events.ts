import type { PayloadOf } from '@vigil/shared/contract/event';
import type {
  deviceAdded,
  deviceChanged,
  deviceRemoved,
  groupChanged,
} from '@vigil/shared/contract/events/browser-down/device';
import type { alive } from '@vigil/shared/contract/events/browser-down/alive';

/** What carries the company's `seq` (architecture, flow E). */
export type FleetEvent =
  | ({ kind: 'alive' } & PayloadOf<typeof alive>)
  | ({ kind: 'changed' } & PayloadOf<typeof deviceChanged>)
  | ({ kind: 'added' } & PayloadOf<typeof deviceAdded>)
  | ({ kind: 'removed' } & PayloadOf<typeof deviceRemoved>)
  | ({ kind: 'group' } & PayloadOf<typeof groupChanged>);
