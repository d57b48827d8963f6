import { auditCode } from '@vigil/shared/contract/audit-codes';
import {
  OpenedRemoteSession,
  RemoteSessionCut,
  RemoteSessionWarning,
} from '@vigil/shared/contract/events/agent-down/remote-session';
import {
  actionReported,
  remoteSessionState,
  type DeviceEndReason,
} from '@vigil/shared/contract/events/agent-up/remote-session';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { AgentObserver } from './agent-observer.ts';
import { every, type Clock } from './clock.ts';
import { fieldText } from './field-text.ts';
import type { Host } from './host/host.ts';
import type { Log } from './log.ts';
import type { AnsweredConsent, ConsentAnswer } from './remote-desktop/consents.ts';
import type { HandOver } from './remote-desktop/input-control.ts';
import type { InputLockChange } from './remote-desktop/input-lock.ts';
import type { RemoteDesktops } from './remote-desktop/remote-desktops.ts';
import type { ReportQueue } from './report-queue.ts';
import type { RemoteSessionSleepInhibitor } from './sleep-inhibitor.ts';

export interface RemoteSessionsOptions {
  clock: Clock;
  /** Milliseconds by the server's clock, to which the end of a session refers. */
  serverNow: () => number;
  host: Pick<Host, 'showNotice' | 'personTexts'>;
  awake: Pick<RemoteSessionSleepInhibitor, 'setInUse'>;
  reportQueue: Pick<ReportQueue, 'push'>;
  desktops: Pick<RemoteDesktops, 'join' | 'end'>;
  log: Log;
  observer: Pick<AgentObserver, 'sessionStarted' | 'sessionWarned' | 'sessionEnded'>;
}

/** The longest wait of a timer. */
const MAX_WAIT_MS = 2_147_483_647;
const LIFE_SIGN_MS = 20_000;
const MINUTE_MS = 60_000;
/** Until the server has heard of an end at the device, it may open the session again for a viewer that tries. */
const ENDED_MS = 2 * MINUTE_MS;
/** Characters of a reported value. */
const MAX_ACTION_VALUE = 200;
/** As the audit keeps them. */
const consentWords: { readonly [A in ConsentAnswer]: string } = {
  given: 'consentGiven',
  declined: 'consentDeclined',
  unanswered: 'consentUnanswered',
};

/**
 * The remote sessions with this device: reports their start and life (decision 36), ends them in time, and keeps the
 * device awake while one is running.
 */
export class RemoteSessionManager implements Disposable {
  readonly #options: RemoteSessionsOptions;
  readonly #running = new Map<RemoteSessionId, { readonly userName: string; readonly end: Disposable }>();
  /** Ended at the device, with the timers that forget them. */
  readonly #endedHere = new Map<RemoteSessionId, { readonly reason: DeviceEndReason; readonly forget: Disposable }>();
  #lifeSigns: Disposable | null = null;
  #onIdle: (() => void)[] = [];

  constructor(options: RemoteSessionsOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Resolves once no session runs. */
  whenIdle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** A session was opened, or its end was moved. */
  receive(raw: unknown): void {
    const parsed = OpenedRemoteSession.safeParse(raw);
    if (!parsed.success) return this.#options.log.warn('malformed session ignored');
    const { session, type, user_name, ends_at } = parsed.data;
    const ended = this.#endedHere.get(session);
    if (ended !== undefined) return this.#report(session, 'ended', ended.reason);
    const isNew = !this.#running.has(session);
    this.#running.get(session)?.end[Symbol.dispose]();
    this.#running.set(session, { userName: user_name, end: this.#endAt(session, ends_at) });
    this.#options.desktops.join(parsed.data);
    if (!isNew) return;
    this.#options.log.info('remote session started', { session, type, user: user_name });
    this.#options.observer.sessionStarted?.();
    this.#report(session, 'started');
    this.#lifeSigns ??= every(this.#options.clock, LIFE_SIGN_MS, () => this.reportAll());
    this.#options.awake.setInUse(true);
  }

  /** The person at the device is told, as the user is in the browser (decision 5). */
  receiveWarning(raw: unknown): void {
    const parsed = RemoteSessionWarning.safeParse(raw);
    const running = parsed.success ? this.#running.get(parsed.data.session) : undefined;
    if (!parsed.success || running === undefined) return;
    const { log, host, observer, serverNow } = this.#options;
    const minutes = Math.max(1, Math.round((parsed.data.ends_at - serverNow()) / MINUTE_MS));
    observer.sessionWarned?.();
    host
      .showNotice(host.personTexts.endsIn(running.userName, minutes))
      .catch((cause: unknown) => log.info('the end of a session was not shown', { cause: String(cause) }));
  }

  receiveCut(raw: unknown): void {
    const parsed = RemoteSessionCut.safeParse(raw);
    if (!parsed.success) return this.#options.log.warn('malformed end of a session ignored');
    this.#end(parsed.data.session, parsed.data.reason);
  }

  /** Sessions have ended at the device, which no server knows. */
  endAtDevice(sessions: readonly RemoteSessionId[], reason: DeviceEndReason): void {
    for (const session of sessions) {
      if (!this.#running.has(session)) continue;
      this.#report(session, 'ended', reason);
      this.#end(session, reason);
      const forget = this.#options.clock.after(ENDED_MS, () => this.#endedHere.delete(session));
      this.#endedHere.set(session, { reason, forget });
    }
  }

  /** A viewer has got the control of the desktop from another one. */
  reportHandOver({ session, from, to, reason }: HandOver): void {
    this.#options.reportQueue.push(actionReported, {
      session,
      at: this.#options.serverNow(),
      act_name_id: auditCode.handOver,
      old_value: fieldText(from, MAX_ACTION_VALUE),
      new_value: fieldText(reason === null ? to : `${to} – ${reason}`, MAX_ACTION_VALUE),
    });
  }

  /** Keyboard and mouse at the device were locked, or given back; what ends with the session is not recorded. */
  reportInputLock({ session, isOn }: InputLockChange): void {
    this.#options.reportQueue.push(actionReported, {
      session,
      at: this.#options.serverNow(),
      act_name_id: auditCode.inputLock,
      old_value: null,
      new_value: isOn ? 'inputLocked' : 'inputUnlocked',
    });
  }

  /** The person at the device was asked whether a viewer may see it, and has answered or not. */
  reportConsent({ session, answer }: AnsweredConsent): void {
    this.#options.reportQueue.push(actionReported, {
      session,
      at: this.#options.serverNow(),
      act_name_id: auditCode.remoteConsent,
      old_value: null,
      new_value: consentWords[answer],
    });
  }

  /** Reports all running sessions as alive; the server answers for those that it has ended. */
  reportAll(): void {
    for (const session of this.#running.keys()) this.#report(session, 'alive');
  }

  /** The agent ends, and its sessions with it; the reports are sent at its next start at the latest. */
  [Symbol.dispose](): void {
    for (const { forget } of this.#endedHere.values()) forget[Symbol.dispose]();
    for (const session of this.#running.keys()) {
      this.#report(session, 'ended');
      this.#end(session, 'agent');
    }
  }

  /** By the server's clock. The server ends the session for the same reason, so this is not reported. */
  #endAt(session: RemoteSessionId, endsAt: number | null): Disposable {
    if (endsAt === null) return { [Symbol.dispose]: () => undefined };
    const { clock, serverNow } = this.#options;
    let timer: Disposable;
    const wait = () => {
      const leftMs = Math.max(0, endsAt - serverNow());
      timer = clock.after(
        Math.min(MAX_WAIT_MS, leftMs),
        leftMs > MAX_WAIT_MS ? wait : () => this.#end(session, 'window'),
      );
    };
    wait();
    return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
  }

  #end(session: RemoteSessionId, reason: string): void {
    const running = this.#running.get(session);
    if (!running) return;
    running.end[Symbol.dispose]();
    this.#running.delete(session);
    this.#options.desktops.end(session);
    this.#options.log.info('remote session ended', { session, reason });
    this.#options.observer.sessionEnded?.();
    if (this.#running.size > 0) return;
    for (const resolve of this.#onIdle.splice(0)) resolve();
    this.#lifeSigns?.[Symbol.dispose]();
    this.#lifeSigns = null;
    this.#options.awake.setInUse(false);
  }

  #report(session: RemoteSessionId, state: 'started' | 'alive' | 'ended', reason?: DeviceEndReason): void {
    const at = this.#options.serverNow();
    this.#options.reportQueue.push(remoteSessionState, { session, state, at, ...(reason && { reason }) });
  }
}
