import { CommandId } from '@vigil/shared/contract/ids';
import { isProblemCode, type ProblemCode } from '@vigil/shared/contract/problems';
import { ReleaseVersion } from '@vigil/shared/contract/release';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import * as z from 'zod';
import { failedResult, type FinalResult } from '../executors/executor.ts';
import type { StateStore } from '../state-store.ts';

const Trial = z.object({ version: ReleaseVersion, command: CommandId, starts: z.int() });
export type UpdateTrial = z.infer<typeof Trial>;

const State = z.object({
  /** The version that runs instead of the installed one; null: the installed one. */
  current: ReleaseVersion.nullable(),
  /** The version that is tried at the next start. */
  trial: Trial.nullable(),
  /** What became of the last updates; without `failedResult` the version runs. */
  outcomes: z.array(z.object({ command: CommandId, version: ReleaseVersion, failure: z.string().nullable() })),
});
type State = z.infer<typeof State>;

const FILE = 'update.json';
const NOTHING: State = { current: null, trial: null, outcomes: [] };
const KEPT_OUTCOMES = 20;

/** So often a trial begins before it counts as failed: a device may be turned off in the middle of one. */
const MOST_STARTS = 3;

const usableAfter = (installed: string, isThere: (version: string) => boolean) => (version: string) =>
  isOlderVersion(installed, version) && isThere(version);

/**
 * Which version of the agent runs. Every change is one atomic write, so that a device may be turned off at any moment.
 */
export class UpdateState {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  get current(): string | null {
    return this.#read().current;
  }

  get trial(): UpdateTrial | null {
    return this.#read().trial;
  }

  /** Whether a process of this version is the one that is tried. */
  isOnTrial(version: string): boolean {
    return this.trial?.version === version;
  }

  /** From the next start on, `version` is tried. */
  tryNext(trial: Pick<UpdateTrial, 'version' | 'command'>): void {
    this.#write({ ...this.#read(), trial: { ...trial, starts: 0 } });
  }

  /** Counts a start of the trial. @returns false when there were too many: it has failed */
  beginTrial(): boolean {
    const state = this.#read();
    if (state.trial === null) return false;
    if (state.trial.starts >= MOST_STARTS) return false;
    this.#write({ ...state, trial: { ...state.trial, starts: state.trial.starts + 1 } });
    return true;
  }

  /** Ends the trial: its version runs from now on, or the former one goes on running. */
  endTrial(problem: ProblemCode | null): void {
    const { current, trial, outcomes } = this.#read();
    if (trial === null) return;
    const { command, version } = trial;
    const outcome = { command, version, failure: problem };
    this.#write({
      current: problem === null ? version : current,
      trial: null,
      outcomes: [...outcomes, outcome].slice(-KEPT_OUTCOMES),
    });
  }

  /**
   * A package that was installed since may be newer, and the files of a version may be gone with an earlier
   * installation.
   */
  dropUnusable(installed: string, isThere: (version: string) => boolean): void {
    const state = this.#read();
    const isUsable = usableAfter(installed, isThere);
    const current = state.current !== null && isUsable(state.current) ? state.current : null;
    if (current !== state.current) this.#write({ ...state, current });
    if (state.trial !== null && !isUsable(state.trial.version)) this.endTrial('update_failed');
  }

  /** The version that runs where nothing can be written; null: the installed one. */
  usableCurrent(installed: string, isThere: (version: string) => boolean): string | null {
    const { current } = this.#read();
    return current !== null && usableAfter(installed, isThere)(current) ? current : null;
  }

  /** What became of the update of a command; null while it is tried, undefined when it never got so far. */
  outcomeOf(id: CommandId): FinalResult | null | undefined {
    const { trial, outcomes } = this.#read();
    if (trial?.command === id) return null;
    const found = outcomes.find(({ command }) => command === id);
    if (found === undefined) return undefined;
    if (found.failure === null) return { state: 'done', result: { version: found.version } };
    return failedResult(isProblemCode(found.failure) ? found.failure : 'update_failed');
  }

  /** Unreadable is the same as none: the installed version runs. */
  #read(): State {
    try {
      return State.parse(JSON.parse(this.#store.read(FILE) ?? ''));
    } catch {
      return NOTHING;
    }
  }

  #write(state: State): void {
    this.#store.write(FILE, JSON.stringify(state));
  }
}
