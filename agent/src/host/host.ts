import type { OsId } from '@vigil/shared/contract/device';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { alive } from '@vigil/shared/contract/events/agent-up/alive';
import type { inventory } from '@vigil/shared/contract/events/agent-up/inventory';
import type { ProcessRow } from '@vigil/shared/contract/events/agent-up/processes';
import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { UsageSample } from '@vigil/shared/contract/usage';

/** What enrolment asks for. */
export interface HostIdentity {
  name: string;
  dev_os_id: OsId;
  user_os_str: string;
  mac_addr: string;
}

/** `alive` without what the agent itself knows: the version of the agent. */
export type HostFacts = Omit<PayloadOf<typeof alive>, 'cs_ver'>;

/** Percents with two decimals, megabytes, °C, rpm; `null` = this machine cannot measure it. */
export type Usage = Omit<UsageSample, 'at'>;

export type Inventory = PayloadOf<typeof inventory>;

export interface Frame {
  width: number;
  height: number;
  ext: FrameExt;
  bytes: Uint8Array;
}

type Soon<T> = T | Promise<T>;

/** The machine an agent speaks for: a real one, or a simulated one. */
export interface Host {
  identity(): Soon<HostIdentity>;
  facts(): Soon<HostFacts>;
  /** Processor load is the mean since the call before. */
  usage(): Soon<Usage>;
  inventory(): Soon<Inventory>;
  /** Busiest first. */
  processes(): Soon<ProcessRow[]>;
  /** One picture of the screen, or of the console where there is none. */
  capture(demand: Pick<CaptureDemand, 'width' | 'quality'>): Soon<Frame>;
  /** Milliseconds since 1970, by this machine's clock. */
  bootedAt(): number;
  /** Sends the magic packet for a neighbour. */
  wake(macAddress: string): Promise<void>;
}
