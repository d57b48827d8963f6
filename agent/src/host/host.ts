import type { OsId } from '@vigil/shared/contract/device';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { alive } from '@vigil/shared/contract/events/agent-up/alive';
import type { inventory } from '@vigil/shared/contract/events/agent-up/inventory';
import type { ProcessRow } from '@vigil/shared/contract/events/agent-up/processes';
import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { UsageSample } from '@vigil/shared/contract/usage';

/** What enrolment needs to know about the device. */
export interface HostIdentity {
  name: string;
  dev_os_id: OsId;
  user_os_str: string;
  mac_addr: string;
}

/** `alive` without the versions, which the agent adds. */
export type SystemInfo = Omit<PayloadOf<typeof alive>, 'cs_ver' | 'config_version'>;

/** Percents with two decimals, megabytes, °C, rpm; `null` = the device cannot measure it. */
export type Usage = Omit<UsageSample, 'at'>;

export type Inventory = PayloadOf<typeof inventory>;

export interface Frame {
  width: number;
  height: number;
  ext: FrameExt;
  bytes: Uint8Array;
}

type MaybePromise<T> = T | Promise<T>;

/** The system below an agent: the local one, or a simulated one. */
export interface Host {
  identity(): MaybePromise<HostIdentity>;
  systemInfo(): MaybePromise<SystemInfo>;
  /** Processor load is the mean since the previous call. */
  usage(): MaybePromise<Usage>;
  inventory(): MaybePromise<Inventory>;
  /** Busiest first. */
  processes(): MaybePromise<ProcessRow[]>;
  /** One frame of the screen, or of a status picture where there is no screen. */
  capture(demand: Pick<CaptureDemand, 'width' | 'quality'>): MaybePromise<Frame>;
  /** Milliseconds since 1970, by the device's clock. */
  bootedAt(): number;
  /** Sends the Wake-on-LAN packet for a device on the same network. */
  wake(macAddress: string): Promise<void>;
}
