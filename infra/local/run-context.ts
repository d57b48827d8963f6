import type { ChildSpec, SupervisedChild } from './processes/supervise.ts';
import type { StartProgress } from './progress.ts';
import type { RunRecord } from './run-record.ts';
import type { ShutdownStage, Teardown } from './teardown.ts';

/** What every part of a local run shares. */
export type RunContext = {
  readonly dataDir: string;
  readonly logDir: string;
  readonly progress: StartProgress;
  readonly teardown: Teardown;
  readonly record: RunRecord;
  /** Starts a supervised child, which ends at its stage of the teardown. */
  startChild(stage: ShutdownStage, spec: ChildSpec): Promise<SupervisedChild>;
  /** A store that ends by itself ends the run: nothing can go on without it. */
  watchStore(name: string, exited: Promise<number | string>): void;
};
