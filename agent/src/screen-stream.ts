import type { PayloadOf } from '@vigil/shared/contract/event';
import { CaptureDemand, type FrameRequest } from '@vigil/shared/contract/events/agent-down/capture';
import { thumbnail, thumbnailSame } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { AgentObserver } from './agent-observer.ts';
import { unsentBytesOf, type AgentSocket } from './agent-socket.ts';
import type { Clock } from './clock.ts';
import type { GatewayRateLimits } from './gateway-rate-limits.ts';
import type { Host } from './host/host.ts';
import { compareBlocks } from './host/screen/blocks.ts';
import { shortReasonOf, type Log } from './log.ts';
import type { DeviceSettings } from './settings.ts';

export interface ScreenStreamOptions {
  host: Host;
  clock: Clock;
  serverNow: () => number;
  settings: { readonly current: DeviceSettings };
  limits: Pick<GatewayRateLimits, 'waitFor'>;
  random: () => number;
  log: Log;
  observer: Pick<AgentObserver, 'frameSent'>;
}

/** A small change, such as a symbol that says something, is shown after this at the latest. */
const SMALL_CHANGE_AFTER_MS = 10_000;

/**
 * Many devices are demanded at one moment: the second frames come up to this share of the interval later, and from then
 * on each device has times of its own.
 */
const SPREAD = 0.5;

/** Requests that are due this soon, as a share of their interval, are answered from the same capture. */
const EARLY_SHARE = 0.15;

interface Pending extends FrameRequest {
  /** In milliseconds of the steady clock; 0 = at once. */
  dueAt: number;
  /** What the viewers see: the blocks of the frame that was sent last, and when. */
  shown: { readonly blocks: Uint8Array; readonly at: number } | null;
}

interface Demand extends Pick<CaptureDemand, 'quality' | 'same'> {
  readonly requests: readonly Pending[];
}

const NO_DEMAND: Demand = { requests: [], quality: 1, same: false };

/** Gateways of earlier versions ask for one frame. */
function pendingOf({ on, width, interval_ms, requests }: CaptureDemand): Pending[] {
  if (!on) return [];
  const asked = requests ?? [{ width, interval_ms, format: 'jpg' as const }];
  return asked.map((request) => ({ ...request, dueAt: 0, shown: null }));
}

/** Sends frames of the screen while viewers demand them, at the requested sizes and intervals. */
export class ScreenStream implements Disposable {
  readonly #options: ScreenStreamOptions;
  #demand = NO_DEMAND;
  #socket: AgentSocket | null = null;
  #timer: Disposable | null = null;
  #isSending = false;

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
    const { quality, same } = demand.data;
    const requests = this.#continued(pendingOf(demand.data), demand.data);
    const widths = requests.map(({ width }) => width).join(' ');
    this.#options.log.debug('capture demand received', { widths, quality, same });
    this.#applyDemand({ quality, same, requests });
  }

  onSettingsApplied(): void {
    this.#forgetShown();
    this.#applyDemand(this.#demand);
  }

  [Symbol.dispose](): void {
    this.attachSocket(null);
  }

  get #isWanted(): boolean {
    return this.#demand.requests.length > 0 && this.#options.settings.current.mayCapture;
  }

  #applyDemand(demand: Demand): void {
    this.#demand = demand;
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    if (!this.#isSending) this.#schedule();
  }

  /**
   * Where a demand changes intervals, answers go on from what was sent last: when a budget slows down all devices of a
   * company, not all of them send a frame at that moment. A demand that is repeated asks for the frames again.
   */
  #continued(requests: Pending[], { quality, same }: CaptureDemand): Pending[] {
    const before = this.#demand;
    const known = requests.map((request) =>
      before.requests.find(({ width, format }) => width === request.width && format === request.format),
    );
    const isRepeated =
      requests.length === before.requests.length &&
      requests.every(({ interval_ms }, i) => known[i]?.interval_ms === interval_ms);
    if (isRepeated || quality !== before.quality || same !== before.same) return requests;
    return requests.map((request, i) => {
      const earlier = known[i];
      if (!earlier || earlier.dueAt === 0 || earlier.shown === null) return request;
      const dueAt = earlier.dueAt + this.#intervalOf(request) - this.#intervalOf(earlier);
      // The same object: a capture that is under way notes in it what it sends.
      return Object.assign(earlier, { interval_ms: request.interval_ms, dueAt });
    });
  }

  #schedule(): void {
    if (!this.#isWanted) return;
    const next = Math.min(...this.#demand.requests.map(({ dueAt }) => dueAt));
    const wait = next - this.#options.clock.steady();
    this.#timer?.[Symbol.dispose]();
    if (wait <= 0) void this.#answer(next);
    else this.#timer = this.#options.clock.after(wait, () => void this.#answer(next));
  }

  /** The next answer to each request is a frame, at once. */
  #forgetShown(): void {
    for (const request of this.#demand.requests) {
      request.shown = null;
      request.dueAt = 0;
    }
  }

  /**
   * One capture at a time: a slow capture or a slow network means fewer frames, never a queue.
   * @param planned for when the timer was set
   */
  async #answer(planned: number): Promise<void> {
    const { clock, log, limits, random } = this.#options;
    const began = clock.steady();
    const { requests } = this.#demand;
    const due = requests.filter(
      (request) => request.dueAt - Math.max(began, planned) <= this.#intervalOf(request) * EARLY_SHARE,
    );
    // The same for all requests, so that they go on being answered from one capture.
    const spread = 1 + SPREAD * random();
    for (const request of due) request.dueAt = began + this.#intervalOf(request) * (request.dueAt === 0 ? spread : 1);
    this.#isSending = true;
    try {
      const isFree = this.#socket !== null && unsentBytesOf(this.#socket) === 0;
      // The gateway has dropped a frame.
      const isRefused = limits.waitFor(thumbnail.name) > 0;
      if (isRefused) for (const request of requests) request.shown = null;
      else if (isFree) await this.#captureAndSend(due);
    } catch (error) {
      log.warn('screen capture failed', { reason: shortReasonOf(error) });
    }
    this.#isSending = false;
    this.#schedule();
  }

  #intervalOf({ interval_ms }: Pending): number {
    return Math.max(interval_ms, this.#options.settings.current.minFrameIntervalMs);
  }

  async #captureAndSend(due: readonly Pending[]): Promise<void> {
    const { host, serverNow, settings, clock } = this.#options;
    const demand = this.#demand;
    // Always of the largest frame, so that the blocks are comparable.
    const { blurRegions: regions } = settings.current;
    const screen = await host.capture(Math.max(...demand.requests.map(({ width }) => width)), regions);
    const at = serverNow();
    const quality = Math.min(demand.quality, settings.current.maxFrameQuality);
    const unchanged: Pending[] = [];
    for (const request of due) {
      if (demand.same && this.#isShown(request, screen.blocks)) {
        unchanged.push(request);
        continue;
      }
      const { width, format } = request;
      const { bytes, ...header } = await screen.encode({ width, format, quality });
      // Captured before the settings that may hide a part of it: those are answered with another frame.
      if (settings.current.blurRegions !== regions) return;
      this.#send({ at, ...header, ...(demand.requests.length > 1 && { for_width: width }) }, bytes);
      request.shown = { blocks: screen.blocks, at: clock.now() };
    }
    if (unchanged.length > 0) this.#sendSame(at, unchanged, demand);
  }

  #isShown({ shown }: Pending, blocks: Uint8Array): boolean {
    if (shown === null) return false;
    const difference = compareBlocks(shown.blocks, blocks);
    if (difference === 'none') return true;
    return difference === 'small' && this.#options.clock.now() - shown.at < SMALL_CHANGE_AFTER_MS;
  }

  #sendSame(at: number, unchanged: readonly Pending[], { requests }: Demand): void {
    if (!this.#isWanted) return;
    const for_widths = unchanged.map(({ width }) => width);
    this.#socket?.emit(thumbnailSame.name, { at, ...(unchanged.length < requests.length && { for_widths }) });
  }

  #send(header: PayloadOf<typeof thumbnail>, bytes: Uint8Array): void {
    if (!this.#isWanted || this.#socket === null) return;
    this.#socket.emit(thumbnail.name, header, bytes);
    this.#options.observer.frameSent?.(bytes.byteLength);
  }
}
