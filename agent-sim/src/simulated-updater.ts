import { sleep, type Clock } from '@vigil/agent/clock';
import { failedResult, type FinalResult, type UpdateOrder, type Updater } from '@vigil/agent/executor';
import type { CommandId } from '@vigil/shared/contract/ids';

export interface SimulatedUpdaterOptions {
  clock: Clock;
  /** Between two reports of its progress, in milliseconds. */
  stepMs: number;
  /** The next start of the agent is of this version. */
  onTried: (version: string) => void;
}

/** Updates without a download; the release was checked by the agent as that of a real one. */
export class SimulatedUpdater implements Updater {
  /** New versions do not connect. */
  isBroken = false;
  readonly #options: SimulatedUpdaterOptions;
  readonly #outcomes = new Map<CommandId, FinalResult>();

  constructor(options: SimulatedUpdaterOptions) {
    this.#options = options;
  }

  async prepare({ report }: UpdateOrder): Promise<null> {
    for (const percent of [20, 55, 80]) {
      report(percent);
      await sleep(this.#options.clock, this.#options.stepMs);
    }
    return null;
  }

  activate({ version, command }: { readonly version: string; readonly command: CommandId }): void {
    if (!this.isBroken) this.#options.onTried(version);
    const outcome: FinalResult = this.isBroken
      ? failedResult('update_not_connected')
      : { state: 'done', result: { version } };
    this.#outcomes.set(command, outcome);
  }

  outcomeOf(command: CommandId): FinalResult | undefined {
    return this.#outcomes.get(command);
  }
}
