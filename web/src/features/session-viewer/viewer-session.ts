import type { RemoteSessionEndReason } from '@vigil/shared/contract/names';
import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import type { AgentMessage } from '@vigil/shared/contract/remote-desktop/messages';
import { consentDenials } from '@vigil/shared/contract/remote-desktop/refusals';
import { isApiProblem } from '../../lib/api-problem.ts';
import type { Place } from './canvas-place.ts';
import { openDesktopLink, type DesktopLink, type LinkEnd } from './desktop-link.ts';
import type { FramePainter } from './frame-painter.ts';
import { createViewerKey } from './sealed-channel.ts';
import type { SessionAnswer, SessionReports } from './session-reports.ts';
import { isInput, type ViewerAction } from './viewer-action.ts';

/** Why nothing is shown any more: the end of the session, or what the link says. */
export type ViewerEnd = RemoteSessionEndReason | LinkEnd | 'session_invalid';

export type ControlState = Extract<AgentMessage, { t: 'control' }>;
/** What has just happened to the control, until the next change of it. */
export type ControlNews = Extract<AgentMessage, { t: 'taken' | 'refused' | 'not_locked' }>;

export type MonitorChoice = Omit<Extract<AgentMessage, { t: 'monitors' }>, 't'>;

export interface ViewerState {
  /** `asking`: the person at the device is asked. */
  readonly phase: 'connecting' | 'asking' | 'viewing' | 'ended';
  readonly end: ViewerEnd | null;
  /** Whether the screen was seen in this page. */
  readonly hasViewed: boolean;
  readonly access: DesktopAccess | null;
  /** By the clock of this page, in milliseconds since 1970; null when no window binds the user. */
  readonly endsAt: number | null;
  readonly kilobytesPerSecond: number;
  /** Null until the agent has told who is in control. */
  readonly control: ControlState | null;
  readonly news: ControlNews | null;
  /** Whether keyboard and mouse at the device can be locked (RELAY-15). */
  readonly canLock: boolean;
  /** Whether the device tells where its pointer is (RELAY-17). */
  readonly tellsPointer: boolean;
  /** Whether the device lets this viewer choose the quality of pictures (RELAY-18). */
  readonly hasQualities: boolean;
  /** Null until the agent has told its monitors. */
  readonly monitors: MonitorChoice | null;
  /** The device's clipboard when it was last asked for, whose text may be none; another object for each answer. */
  readonly clipboard: { readonly text: string | null } | null;
}

export const FIRST_STATE: ViewerState = {
  phase: 'connecting',
  end: null,
  hasViewed: false,
  access: null,
  endsAt: null,
  kilobytesPerSecond: 0,
  control: null,
  news: null,
  canLock: false,
  tellsPointer: false,
  hasQualities: false,
  monitors: null,
  clipboard: null,
};

export const isInControl = ({ phase, control }: Pick<ViewerState, 'phase' | 'control'>): boolean =>
  phase === 'viewing' && control !== null && control.holder === control.you;

const LIFE_SIGN_MS = 20_000;
const RATE_MS = 1_000;
/** A session whose viewer is gone for longer is ended by its device. */
const RETRY_FOR_MS = 60_000;
const MAX_RETRY_WAIT_MS = 5_000;
/** So often the device is told that this page is there while a key is pressed (RELAY-16). */
const HELD_BEAT_MS = 300;
/** From the ticket to the answer of the device. */
const GREETING_MS = 20_000;
/** Ends of a link after which the session goes on with another one. */
const passing = new Set<ViewerEnd>(['relay_stops', 'peer_left', 'network', 'too_many_connections']);
/**
 * Passing as well where the screen was seen: an agent or a display that starts again is missed for a while, and a
 * locked screen unlocked.
 */
const passingOnceViewed = new Set<ViewerEnd>(['peer_absent', 'no_display', 'locked', 'login_screen']);

/** Ends with which the session itself has ended, or goes on in another page. */
const endsWithoutViewer = new Set<ViewerEnd>(['consent_refused', ...consentDenials, 'replaced']);

const isPassing = (end: ViewerEnd, hasViewed: boolean): boolean =>
  passing.has(end) || (hasViewed && passingOnceViewed.has(end));

/** Whether the same session may be connected again by hand. */
export const canConnectAgain = ({ end, hasViewed }: Pick<ViewerState, 'end' | 'hasViewed'>): boolean =>
  end !== null && isPassing(end, hasViewed);

interface Options {
  readonly reports: SessionReports;
  readonly painter: FramePainter;
  readonly onChange: (state: ViewerState) => void;
  /** The pointer of the device has moved. */
  readonly onPointer?: (at: Place | null) => void;
  readonly openLink?: typeof openDesktopLink;
}

/** A session as its viewer knows it: opens it, connects, connects again after a failure, and ends. */
export class ViewerSession implements Disposable {
  readonly #options: Options;
  readonly #timers: ReturnType<typeof setInterval>[] = [];
  #state = FIRST_STATE;
  #link: DesktopLink | null = null;
  #greeting: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #failedSince = 0;
  #bytes = 0;
  readonly #held = new Set<string | number>();
  #beatsWhileHeld = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    void this.#connect();
    this.#timers.push(
      setInterval(() => void this.#ask(), LIFE_SIGN_MS),
      setInterval(() => this.#beat(), HELD_BEAT_MS),
      setInterval(() => {
        this.#change({ kilobytesPerSecond: Math.round(this.#bytes / 1_000) });
        this.#bytes = 0;
      }, RATE_MS),
    );
  }

  send(action: ViewerAction): void {
    const { phase, control } = this.#state;
    if (phase !== 'viewing' || control === null) return;
    if (!isInput(action)) this.#link?.send(action);
    else if (isInControl(this.#state) && control.is_local !== true) {
      this.#link?.send({ ...action, epoch: control.epoch });
      this.#note(action);
    }
  }

  /** Connects again after a failure that the session may have outlived. */
  connectAgain(): void {
    if (this.#state.phase !== 'ended' || !canConnectAgain(this.#state)) return;
    this.#failures = 0;
    this.#change({ phase: 'connecting', end: null });
    this.start();
  }

  /** The user has ended it. */
  end(): void {
    if (this.#state.phase !== 'ended') this.#giveUp('viewer');
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#leave();
  }

  /** Keys and buttons that are pressed. */
  #note(action: ViewerAction): void {
    if (action.t === 'release') this.#held.clear();
    else if (action.t === 'key' || action.t === 'button') {
      const name = action.t === 'key' ? action.code : action.button;
      if (action.down) this.#held.add(name);
      else this.#held.delete(name);
    }
  }

  #beat(): void {
    if (this.#beatsWhileHeld && this.#held.size > 0) this.#link?.send({ t: 'beat' });
  }

  #expectGreeting(withinMs: number): void {
    clearTimeout(this.#greeting);
    this.#greeting = setTimeout(() => this.#linkEnded('network'), withinMs);
  }

  #leave(): void {
    clearTimeout(this.#greeting);
    this.#link?.[Symbol.dispose]();
    this.#link = null;
  }

  async #connect(): Promise<void> {
    const key = createViewerKey();
    const answer = await this.#options.reports.connect(key.publicKey).catch((cause: unknown) => this.#failed(cause));
    if (answer === null || this.#isCut(answer) || this.#state.phase === 'ended') return;
    if (answer.desktop === undefined) return this.#giveUp('unavailable');
    this.#change({ access: answer.desktop });
    this.#expectGreeting(GREETING_MS);
    const { openLink = openDesktopLink } = this.#options;
    this.#link = openLink(answer.desktop, key, {
      onAsking: (seconds) => {
        this.#expectGreeting(seconds * 1_000 + GREETING_MS);
        this.#change({ phase: 'asking' });
      },
      onReady: (offers) => {
        clearTimeout(this.#greeting);
        this.#held.clear();
        this.#beatsWhileHeld = offers.includes('held');
        this.#change({
          phase: 'viewing',
          hasViewed: true,
          canLock: offers.includes('lock'),
          tellsPointer: offers.includes('pointer'),
          hasQualities: offers.includes('quality'),
        });
      },
      onFrame: (frame) => this.#paint(frame),
      onMessage: (message) => this.#hear(message),
      onEnd: (end) => this.#linkEnded(end),
    });
  }

  #hear(message: AgentMessage): void {
    if (message.t === 'pointer_at') return this.#options.onPointer?.(message.at);
    if (message.t === 'clipboard') return this.#change({ clipboard: message });
    if (message.t === 'monitors') return this.#change({ monitors: message });
    if (message.t !== 'control') return this.#change({ news: message });
    // News stand until somebody else is in control or has asked.
    const before = this.#state.control;
    // The device has released what was pressed.
    if (message.is_local === true || message.holder !== message.you) this.#held.clear();
    const isSame = before?.epoch === message.epoch && message.requester === null;
    this.#change(isSame ? { control: message } : { control: message, news: null });
  }

  #paint(frame: Uint8Array): void {
    this.#bytes += frame.length;
    void this.#paintFrom(this.#link, frame);
  }

  async #paintFrom(link: DesktopLink | null, frame: Uint8Array): Promise<void> {
    try {
      const { seq, hasPicture } = await this.#options.painter.paint(frame);
      // A device that fails to read its screen connects, and says how large it is, again and again.
      if (hasPicture) this.#failures = 0;
      link?.send({ t: 'ack', seq });
    } catch {
      // The device sends the whole screen to a new link.
      if (link !== null && link === this.#link) this.#linkEnded('network');
    }
  }

  #linkEnded(end: LinkEnd): void {
    this.#leave();
    if (this.#state.phase === 'ended') return;
    // The server says why; what is shown meanwhile is no live picture.
    if (end === 'session_cut') {
      this.#change({ phase: 'connecting', control: null });
      return void this.#askOrRetry();
    }
    if (isPassing(end, this.#state.hasViewed)) this.#retry(end);
    else this.#giveUp(end);
  }

  #retry(end: LinkEnd): void {
    if (this.#state.phase === 'ended') return;
    if (this.#failures === 0) this.#failedSince = Date.now();
    if (Date.now() - this.#failedSince >= RETRY_FOR_MS) return this.#finish(end);
    this.#failures += 1;
    this.#change({ phase: 'connecting', control: null, monitors: null });
    // Those who lost the same relay or network do not all come back at the same moment.
    const wait = Math.min(MAX_RETRY_WAIT_MS, this.#failures * 1_000) * (0.5 + Math.random());
    setTimeout(() => this.#state.phase === 'connecting' && this.#link === null && void this.#connect(), wait);
  }

  async #askOrRetry(): Promise<void> {
    await this.#ask();
    this.#retry('network');
  }

  async #ask(): Promise<void> {
    const answer = await this.#options.reports.alive().catch((cause: unknown) => {
      // The session is not known any more; what else fails is asked again.
      if (isApiProblem(cause) && cause.code === 'session_invalid') this.#finish('session_invalid');
      return null;
    });
    if (answer !== null && this.#state.phase !== 'ended') this.#isCut(answer);
  }

  /** Takes what the server says of the session. @returns whether it has ended */
  #isCut({ cut, left_ms }: SessionAnswer): boolean {
    if (cut !== undefined) this.#finish(cut);
    else this.#change({ endsAt: left_ms === null ? null : Date.now() + left_ms });
    return cut !== undefined;
  }

  #failed(cause: unknown): null {
    if (isApiProblem(cause) && cause.code !== 'session_invalid') this.#linkEnded('network');
    else this.#finish('session_invalid');
    return null;
  }

  /**
   * Says that this viewer does not come back: otherwise the device would be in a session, and be kept awake, until it
   * is missed.
   */
  #giveUp(end: ViewerEnd): void {
    if (!endsWithoutViewer.has(end)) this.#options.reports.end().catch(() => undefined);
    this.#finish(end);
  }

  #finish(end: ViewerEnd): void {
    this[Symbol.dispose]();
    this.#change({ phase: 'ended', end });
  }

  #change(change: Partial<ViewerState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.onChange(this.#state);
  }
}
