import { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { PayloadOf } from '@vigil/shared/contract/event';
import { thumbnail, thumbnailSame } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { AgentObserver } from './agent-observer.ts';
import { unsentBytesOf, type AgentSocket } from './agent-socket.ts';
import type { Clock } from './clock.ts';
import type { Host } from './host/host.ts';
import { differenceOf } from './host/screen/blocks.ts';
import { reasonOf, type Log } from './log.ts';
import type { RateLimits } from './rate-limits.ts';
import type { DeviceSettings } from './settings.ts';

export interface ScreenStreamOptions {
  host: Host;
  clock: Clock;
  serverNow: () => number;
  settings: { readonly current: DeviceSettings };
  limits: Pick<RateLimits, 'waitFor'>;
  log: Log;
  observer: Pick<AgentObserver, 'frameSent'>;
}

const NO_DEMAND: CaptureDemand = { on: false, width: 320, interval_ms: 1_000, quality: 70, same: false };

/** A small change, such as a symbol that says something, is shown after this at the latest. */
const SMALL_CHANGE_AFTER_MS = 10_000;

/** Sends frames of the screen while viewers demand them, at the requested size and interval. */
export class ScreenStream implements Disposable {
  readonly #options: ScreenStreamOptions;
  #demand = NO_DEMAND;
  #socket: AgentSocket | null = null;
  #timer: Disposable | null = null;
  #isSending = false;
  /** What the viewers see: the blocks of the frame that was sent last, and when. */
  #shown: { readonly blocks: Uint8Array; readonly at: number } | null = null;

  constructor(options: ScreenStreamOptions) {
    this.#options = options;
  }

  /** A new connection starts without a demand: the gateway sends one when there are viewers. */
  attachSocket(socket: AgentSocket | null): void {
    this.#socket = socket;
    this.#applyDemand(NO_DEMAND);
  }

  receiveDemand(raw: unknown): void {
    const demand = CaptureDemand.safeParse(raw);
    if (!demand.success) {
      this.#options.log.warn('malformed capture demand ignored');
      return;
    }
    this.#options.log.debug('capture demand received', demand.data);
    this.#applyDemand(demand.data);
  }

  onSettingsApplied(): void {
    this.#applyDemand(this.#demand);
  }

  [Symbol.dispose](): void {
    this.attachSocket(null);
  }

  get #isWanted(): boolean {
    return this.#demand.on && this.#options.settings.current.mayCapture;
  }

  #applyDemand(demand: CaptureDemand): void {
    this.#demand = demand;
    this.#shown = null;
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    if (this.#isWanted && !this.#isSending) void this.#sendFrame();
  }

  /** One frame at a time: a slow capture or a slow network means fewer frames, never a queue. */
  async #sendFrame(): Promise<void> {
    const { clock, log, settings, limits } = this.#options;
    const began = clock.now();
    this.#isSending = true;
    try {
      const isFree = this.#socket !== null && unsentBytesOf(this.#socket) === 0;
      // The gateway has dropped a frame.
      const isRefused = limits.waitFor(thumbnail.name) > 0;
      if (isRefused) this.#shown = null;
      else if (isFree) await this.#captureAndSend();
    } catch (error) {
      log.warn('screen capture failed', { reason: reasonOf(error) });
    }
    this.#isSending = false;
    if (!this.#isWanted) return;
    const interval = Math.max(this.#demand.interval_ms, settings.current.minFrameIntervalMs);
    this.#timer?.[Symbol.dispose]();
    this.#timer = clock.after(Math.max(0, interval - (clock.now() - began)), () => void this.#sendFrame());
  }

  async #captureAndSend(): Promise<void> {
    const { host, serverNow, settings } = this.#options;
    const demand = this.#demand;
    const quality = Math.min(demand.quality, settings.current.maxFrameQuality);
    const { blocks, encode, ...header } = await host.capture({ width: demand.width, quality });
    const at = serverNow();
    if (this.#isSame(blocks)) return this.#sendSame(at);
    this.#send({ at, ...header }, await encode());
    // A frame of an earlier demand is not the one that the next answer is compared with.
    if (this.#demand === demand) this.#shown = { blocks, at: this.#options.clock.now() };
  }

  #isSame(blocks: Uint8Array): boolean {
    if (!this.#demand.same || this.#shown === null) return false;
    const difference = differenceOf(this.#shown.blocks, blocks);
    if (difference === 'none') return true;
    return difference === 'small' && this.#options.clock.now() - this.#shown.at < SMALL_CHANGE_AFTER_MS;
  }

  #sendSame(at: number): void {
    if (this.#isWanted) this.#socket?.emit(thumbnailSame.name, { at });
  }

  #send(header: PayloadOf<typeof thumbnail>, bytes: Uint8Array): void {
    if (!this.#isWanted || this.#socket === null) return;
    this.#socket.emit(thumbnail.name, header, bytes);
    this.#options.observer.frameSent?.(bytes.byteLength);
  }
}
