import type { ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import type { OsId } from '@vigil/shared/contract/device';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { FrameRequest } from '@vigil/shared/contract/events/agent-down/capture';
import type { inventory } from '@vigil/shared/contract/events/agent-up/inventory';
import type { systemInfoReport } from '@vigil/shared/contract/events/agent-up/system-info-report';
import type { FrameExt } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { ProcessRow } from '@vigil/shared/contract/events/agent-up/usage';
import type { HardwareId } from '@vigil/shared/contract/hardware';
import type { UsageSample } from '@vigil/shared/contract/usage';
import type { OpenDesktop } from './desktop/desktop.ts';
import type { ProcessEnd } from './end-process.ts';
import type { PersonTexts } from './person/person-texts.ts';

export type { ProcessEnd };

type MaybePromise<T> = T | Promise<T>;

/** What enrolment needs to know about the device. */
export interface HostIdentity {
  name: string;
  dev_os_id: OsId;
  user_os_str: string;
  mac_addr: string;
  /** Null when nothing tells this computer from a copy of its disk. */
  hardware_id: HardwareId | null;
}

/** `alive` without the versions, which the agent adds. */
export type SystemInfo = Omit<
  PayloadOf<typeof systemInfoReport>,
  'cs_ver' | 'on_trial' | 'config_version' | 'boot_id' | 'agent_start_id'
>;

/** Percents with two decimals, megabytes, °C, rpm; `null` = the device cannot measure it. */
export type Usage = Omit<UsageSample, 'at'>;

export type Inventory = PayloadOf<typeof inventory>;

export interface Frame {
  width: number;
  height: number;
  ext: FrameExt;
  bytes: Uint8Array;
}

export interface FrameEncodingOptions extends Pick<FrameRequest, 'width' | 'format'> {
  /** 1–100 */
  quality: number;
}

/** A captured screen. Frames of it are scaled and compressed only when they are sent. */
export interface CapturedScreen {
  /** By which it is compared with another one; see `screen/blocks.ts`. */
  blocks: Uint8Array;
  /** @param options a width up to the one that was captured; the frame is never larger than the screen */
  encode(options: FrameEncodingOptions): MaybePromise<Frame>;
}

/** What has to stay awake. */
export interface KeepAwakeTargets {
  readonly display: boolean;
  readonly system: boolean;
}

/** What the person at the device sees while somebody is connected. */
export interface Banner {
  readonly names: string;
  /** The fingerprint of the device's key, which viewers show as well. */
  readonly fingerprint: string;
  /** Keyboard and mouse there are locked. */
  readonly isLocked: boolean;
}

/** The system below an agent: the local one, or a simulated one. */
export interface Host {
  identity(): MaybePromise<HostIdentity>;
  systemInfo(): MaybePromise<SystemInfo>;
  /** Processor load is the mean since the previous call. */
  usage(): MaybePromise<Usage>;
  inventory(): MaybePromise<Inventory>;
  /** Busiest first. */
  processes(): MaybePromise<ProcessRow[]>;
  endProcess(pid: number): MaybePromise<ProcessEnd>;
  /** The screen without these regions, or a status image where there is none. @param width of the largest frame */
  capture(width: number, regions: readonly ScreenRegion[]): MaybePromise<CapturedScreen>;
  /** The screen for remote control. */
  openDesktop: OpenDesktop;
  /** Another one after each start of the operating system. */
  bootId(): string;
  /** What is said to the person at the device, in the language of the device. */
  readonly personTexts: PersonTexts;
  /** Tells the person at the device something; rejects where there is no way to. */
  showNotice(text: string): Promise<void>;
  /**
   * Asks the person at the device, until the signal aborts. Null where nobody is seen to answer; rejects where nobody
   * can be asked.
   */
  askPerson(question: string, over: AbortSignal): Promise<boolean | null>;
  /** Shows at the device, until disposed, who is connected; calls back when the person there ends it. */
  showBanner(banner: Banner, onEnd: () => void): Disposable;
  /** Keeps the system or its display from falling asleep until disposed; `onProblem` says why it cannot. */
  keepAwake(wanted: KeepAwakeTargets, onProblem: (reason: string) => void): Disposable;
  /** As the system names it, such as `10.0.22631` on Windows; null where it is not known. */
  osVersion(): string | null;
  /** Whether a process or service of this name runs; rejects when it cannot be found out. */
  runs(name: string): Promise<boolean>;
  /** Sends the Wake-on-LAN packet for a device on the same network. */
  wake(macAddress: string): Promise<void>;
}
