import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { AgentMessage, ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import type { Clock } from '../clock.ts';
import { shortReasonOf, type Log } from '../log.ts';
import { InputLock, type InputLockChange } from './input-lock.ts';

/** A connected viewer, as the control of the input knows it. */
export interface ControlViewer {
  readonly session: RemoteSessionId;
  readonly name: string;
  readonly rights: readonly DesktopRight[];
  tell(message: AgentMessage): void;
  /** Nothing that it has pressed stays pressed. */
  releaseInput(): void;
  /**
   * Takes keyboard and mouse from the person at the device.
   * @param onLost is called when that one has them again although nobody has given them back
   * @throws Error where that is not possible
   */
  lockInput(onLost: () => void): Promise<Disposable>;
}

/** A viewer has got the control from another one, who is named; `reason` if it took it without asking. */
export interface HandOver {
  readonly session: RemoteSessionId;
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
}

export interface InputControlOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly onHandedOver: (handOver: HandOver) => void;
  readonly onInputLocked: (change: InputLockChange) => void;
}

export type ControlMessage = Extract<ViewerMessage, { t: 'request' | 'grant' | 'refuse' | 'take' | 'lock' }>;

/** So long the holder may refuse a request. */
const REFUSAL_MS = 10_000;
/** A holder who has done nothing for so long is not asked. */
const IDLE_MS = 30_000;
/** A holder who has lost the connection may come back. */
const LOST_MS = 5_000;
/** So long after the last input at the device itself its viewers give none. */
const LOCAL_MS = 2_000;
/** Epochs have 16 bits on the wire. */
const EPOCHS = 65_536;

interface Seat {
  readonly id: number;
  readonly name: string;
  /** Null while its connection is lost. */
  viewer: ControlViewer | null;
}

/** Which of the viewers of a desktop is in control: one at a time, by epochs (RELAY-10). */
export class InputControl implements Disposable {
  readonly #options: InputControlOptions;
  readonly #seats = new Map<RemoteSessionId, Seat>();
  #lastId = 0;
  #holder: RemoteSessionId | null = null;
  /** Who was in control last, should nobody be now. */
  #former: { readonly session: RemoteSessionId; readonly name: string } | null = null;
  #epoch = 0;
  #lastInputAt = 0;
  #request: { readonly by: RemoteSessionId; readonly timer: Disposable } | null = null;
  #lost: Disposable | null = null;
  #localInputAt = 0;
  /** While somebody uses the device itself. */
  #local: Disposable | null = null;
  readonly #lock: InputLock;

  constructor(options: InputControlOptions) {
    this.#options = options;
    this.#lock = new InputLock((change) => this.#lockChanged(change));
  }

  /** Whether the person at the device can use neither keyboard nor mouse. */
  get isInputLocked(): boolean {
    return this.#lock.isOn;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** A viewer is connected; one that was before goes on with what it had. The first one that may is in control. */
  join(viewer: ControlViewer): void {
    const { session, name } = viewer;
    const known = this.#seats.get(session);
    if (known) known.viewer = viewer;
    else this.#seats.set(session, { id: (this.#lastId += 1), name, viewer });
    if (this.#holder === session) this.#cancelLost();
    else if (this.#holder === null && viewer.rights.includes('input')) return this.#give(session);
    this.#announce();
  }

  /** The connection of a viewer has ended, its session perhaps not. */
  leave(viewer: ControlViewer): void {
    const seat = this.#seats.get(viewer.session);
    if (seat?.viewer !== viewer) return;
    seat.viewer = null;
    if (this.#request?.by === viewer.session) this.#clearRequest();
    if (this.#holder === viewer.session) this.#lock[Symbol.dispose]();
    if (this.#holder === viewer.session) this.#lost = this.#options.clock.after(LOST_MS, () => this.#leaveVacant());
    this.#announce();
  }

  /** Nothing is heard of a viewer: it holds no key and no lock, and the control as long as it is connected. */
  suspend(viewer: ControlViewer): void {
    viewer.releaseInput();
    if (this.#isHolder(viewer)) this.#lock[Symbol.dispose]();
  }

  /** A session has ended. */
  end(session: RemoteSessionId): void {
    if (!this.#seats.delete(session)) return;
    // Whoever comes to a desktop that nobody sees has it from nobody.
    if (this.#seats.size === 0) this.#former = null;
    if (this.#request?.by === session) this.#clearRequest();
    if (this.#holder === session) return this.#leaveVacant();
    this.#announce();
  }

  /** Whether input of this epoch counts. */
  admits(viewer: ControlViewer, epoch: number): boolean {
    if (!this.#isHolder(viewer) || epoch !== this.#epoch || this.#local !== null) return false;
    this.#lastInputAt = this.#options.clock.steady();
    return true;
  }

  /**
   * Somebody uses the device itself, whose hand wins: nothing stays pressed, and input of viewers is dropped for a
   * while.
   */
  pauseForLocalInput(): void {
    // What is not locked is a program of the device.
    if (this.#lock.isOn) return;
    this.#localInputAt = this.#options.clock.steady();
    if (this.#local !== null) return;
    this.#resumeAfter(LOCAL_MS);
    if (this.#holder !== null) this.#seats.get(this.#holder)?.viewer?.releaseInput();
    this.#announce();
  }

  receive(viewer: ControlViewer, message: ControlMessage): void {
    if (!this.#isConnected(viewer)) return;
    const isHolder = this.#isHolder(viewer);
    switch (message.t) {
      case 'request':
        if (!isHolder && viewer.rights.includes('input')) this.#ask(viewer);
        return;
      case 'grant':
        if (isHolder && this.#request !== null) this.#give(this.#request.by);
        return;
      case 'refuse':
        if (isHolder) this.#refuse();
        return;
      case 'take':
        if (!isHolder && viewer.rights.includes('take')) this.#give(viewer.session, message.reason);
        return;
      case 'lock':
        if (isHolder) this.#setLock(viewer, message.on);
    }
  }

  [Symbol.dispose](): void {
    this.#clearRequest();
    this.#cancelLost();
    this.#local?.[Symbol.dispose]();
    this.#lock[Symbol.dispose]();
  }

  /** Not so the former connection of a session that has another one. */
  #isConnected(viewer: ControlViewer): boolean {
    return this.#seats.get(viewer.session)?.viewer === viewer;
  }

  #isHolder(viewer: ControlViewer): boolean {
    return this.#holder === viewer.session && this.#isConnected(viewer);
  }

  #setLock(viewer: ControlViewer, isOn: boolean): void {
    if (!isOn) return this.#lock[Symbol.dispose]();
    // What the person at the device presses is released with it.
    viewer.releaseInput();
    this.#lock
      .turnOn(viewer.session, (onLost) =>
        viewer.lockInput(() => {
          onLost();
          viewer.tell({ t: 'not_locked' });
        }),
      )
      .catch((cause: unknown) => {
        this.#options.log.info('input not locked', { reason: shortReasonOf(cause) });
        viewer.tell({ t: 'not_locked' });
      });
  }

  #lockChanged(change: InputLockChange): void {
    this.#local?.[Symbol.dispose]();
    this.#local = null;
    this.#options.onInputLocked(change);
    this.#announce();
  }

  #ask(viewer: ControlViewer): void {
    const { clock } = this.#options;
    if (this.#holder === null) return this.#give(viewer.session);
    const isLost = this.#seats.get(this.#holder)?.viewer === null;
    if (!isLost && clock.steady() - this.#lastInputAt >= IDLE_MS) return this.#give(viewer.session);
    if (this.#request !== null) {
      if (this.#request.by !== viewer.session) viewer.tell({ t: 'refused' });
      return;
    }
    this.#request = { by: viewer.session, timer: clock.after(REFUSAL_MS, () => this.#give(viewer.session)) };
    this.#announce();
  }

  #refuse(): void {
    const requester = this.#request && this.#seats.get(this.#request.by)?.viewer;
    this.#clearRequest();
    requester?.tell({ t: 'refused' });
    this.#announce();
  }

  #give(session: RemoteSessionId, reason: string | null = null): void {
    const holder = this.#holder === null ? undefined : this.#seats.get(this.#holder);
    const former = this.#former;
    const next = this.#seats.get(session);
    this.#clearRequest();
    if (next === undefined) return;
    this.#cancelLost();
    this.#lock[Symbol.dispose]();
    holder?.viewer?.releaseInput();
    this.#former = { session, name: next.name };
    this.#holder = session;
    this.#epoch = (this.#epoch + 1) % EPOCHS;
    this.#lastInputAt = this.#options.clock.steady();
    this.#announce();
    if (former === null || former.session === session) return;
    if (reason !== null) this.#tellAll({ t: 'taken', by: next.name, reason });
    this.#options.onHandedOver({ session, from: former.name, to: next.name, reason });
  }

  /** The holder is gone: whoever has asked is in control, or the next one that asks. */
  #leaveVacant(): void {
    const requester = this.#request?.by;
    this.#cancelLost();
    this.#lock[Symbol.dispose]();
    this.#holder = null;
    if (requester !== undefined) return this.#give(requester);
    this.#announce();
  }

  /** One timer for the many events of a moved pointer. */
  #resumeAfter(ms: number): void {
    const { clock } = this.#options;
    this.#local = clock.after(ms, () => {
      const leftMs = this.#localInputAt + LOCAL_MS - clock.steady();
      if (leftMs > 0) return this.#resumeAfter(leftMs);
      this.#local = null;
      this.#announce();
    });
  }

  #clearRequest(): void {
    this.#request?.timer[Symbol.dispose]();
    this.#request = null;
  }

  #cancelLost(): void {
    this.#lost?.[Symbol.dispose]();
    this.#lost = null;
  }

  #announce(): void {
    const connected = [...this.#seats.values()].filter(({ viewer }) => viewer !== null);
    const viewers = connected.map(({ id, name, viewer }) => ({
      id,
      name,
      may_control: viewer?.rights.includes('input') ?? false,
    }));
    const idOf = (session: RemoteSessionId | undefined | null) => (session && this.#seats.get(session)?.id) ?? null;
    const shared = {
      t: 'control',
      viewers,
      holder: idOf(this.#holder),
      epoch: this.#epoch,
      requester: idOf(this.#request?.by),
      is_local: this.#local !== null,
      is_locked: this.#lock.isOn,
    } as const;
    for (const { id, viewer } of connected) viewer?.tell({ ...shared, you: id });
  }

  #tellAll(message: AgentMessage): void {
    for (const { viewer } of this.#seats.values()) viewer?.tell(message);
  }
}
