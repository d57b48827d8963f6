import type { Command } from '@vigil/shared/contract/command';
import type { CommandKey } from '@vigil/shared/contract/command-signature';
import type { DeviceGuid } from '@vigil/shared/contract/ids';
import type { Clock, ServerClock } from './clock.ts';
import { isGenuineCommand, type PinnedCommandKeys } from './command-keys.ts';
import { shortReasonOf, type Log } from './log.ts';

export interface CommandAuthorityOptions {
  identity: () => { readonly guid: DeviceGuid; readonly command_keys?: PinnedCommandKeys };
  /**
   * Whether the API has said in this run which keys are valid and what time it is, and the gateway names the same keys.
   */
  isCurrent: () => boolean;
  /** Asks the API for its keys and its time. */
  renew: () => Promise<unknown>;
  clock: Clock;
  /** By which deadlines are judged. Only the API sets it back: a gateway that could would make late commands run. */
  deadlineClock: ServerClock;
  log: Log;
}

/** What a gateway sends must not make the device ask the server over and over. */
const RENEW_AT_MOST_EVERY_MS = 60_000;

/** After a failure, so that an API which was away for a moment costs no command. */
const RETRY_AT_MOST_EVERY_MS = 2_000;

/** Small against the minute within which a command has to start. */
const CLOCK_TOLERANCE_MS = 10_000;

/** Decides whether a command comes from the server that this device is enrolled at, over any transport (CMD-8). */
export class CommandAuthority {
  readonly #options: CommandAuthorityOptions;
  #renewAfter = Number.NEGATIVE_INFINITY;
  #renewing: Promise<unknown> = Promise.resolve();

  constructor(options: CommandAuthorityOptions) {
    this.#options = options;
  }

  async admits(command: Command): Promise<boolean> {
    const { identity, log } = this.#options;
    // Enrolled by a version that knew no keys: the device is of protocol 1 until its server has named them.
    if (identity().command_keys === undefined) return true;
    const { key_id, signature } = command;
    if (key_id === undefined || signature === undefined) return false;
    const key = await this.trustedKey(key_id);
    if (key === undefined) return false;
    try {
      return isGenuineCommand({ ...command, signature }, identity().guid, key);
    } catch (error) {
      log.warn('command cannot be checked', { reason: shortReasonOf(error) });
      return false;
    }
  }

  /** The key with this id, if it is valid now. */
  async trustedKey(keyId: string): Promise<CommandKey | undefined> {
    await this.#renewing;
    // One that is signed by a retired key is not told from others before the API has named the valid ones.
    if (!this.#knowsNow() || this.#find(keyId) === undefined) await this.#renew();
    return this.#find(keyId);
  }

  /** A time that a gateway named, in milliseconds. One that is behind is asked of the API. */
  receiveTime(serverTime: number): void {
    if (!this.#options.deadlineClock.advance(serverTime, CLOCK_TOLERANCE_MS)) void this.#renew();
  }

  /** Which keys are valid, and what time it is: a clock that was set would make commands in time expire. */
  #knowsNow(): boolean {
    const { isCurrent, deadlineClock } = this.#options;
    return isCurrent() && !deadlineClock.hasMoved(CLOCK_TOLERANCE_MS);
  }

  #find(keyId: string) {
    return this.#options.identity().command_keys?.find((key) => key.key_id === keyId);
  }

  #renew(): Promise<unknown> {
    const { clock, renew, log } = this.#options;
    if (clock.steady() < this.#renewAfter) return this.#renewing;
    this.#renewAfter = clock.steady() + RENEW_AT_MOST_EVERY_MS;
    this.#renewing = renew().catch((error: unknown) => {
      this.#renewAfter = clock.steady() + RETRY_AT_MOST_EVERY_MS;
      log.warn('command keys not renewed', { reason: shortReasonOf(error) });
    });
    return this.#renewing;
  }
}
