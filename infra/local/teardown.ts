import { setTimeout as delay } from 'node:timers/promises';

/** The order of shutdown: dependents before what they depend on. */
export const SHUTDOWN_STAGES = ['agents', 'reverse-proxy', 'gateway', 'relay', 'workers', 'api', 'stores'] as const;
export type ShutdownStage = (typeof SHUTDOWN_STAGES)[number];

type Stoppable = { stop(grace?: { graceMs: number }): Promise<void>; signal(signal: NodeJS.Signals): void };

export type Teardown = {
  add(stage: ShutdownStage, stoppable: Stoppable): void;
  /** Runs last, once nothing is left. */
  onEnd(work: () => void): void;
  /** Ends everything, in order, within TEARDOWN_MS. */
  run(): Promise<void>;
};

// A stage that drains for longer goes on while the next one begins; all of them together have until KILL_MS. What is
// killed loses nothing: streams and jobs are confirmed once they are done, and Postgres and Redis recover from their
// logs.
const STAGE_MS = 300;
const KILL_MS = 1_800;
const STORE_GRACE_MS = 900;
const TELL_AFTER_MS = 1_000;
/** At most; somebody who stops the system waits for it. */
export const TEARDOWN_MS = KILL_MS + STORE_GRACE_MS;

/** @param say takes a line about what has not ended yet, each second */
export function createTeardown(say: (line: string) => void = () => {}): Teardown {
  const stages = new Map<ShutdownStage, Stoppable[]>(SHUTDOWN_STAGES.map((stage) => [stage, []]));
  const atEnd: (() => void)[] = [];
  let running: Promise<void> | undefined;
  const of = (stage: ShutdownStage): Stoppable[] => stages.get(stage) ?? [];
  const open = new Set<ShutdownStage>();
  const stopStage = async (stage: ShutdownStage, graceMs: number): Promise<void> => {
    if (of(stage).length === 0) return;
    open.add(stage);
    await Promise.all(of(stage).map((one) => one.stop({ graceMs })));
    open.delete(stage);
  };
  const stopAll = async (): Promise<void> => {
    const telling = setInterval(() => say(`  waiting for ${[...open].join(', ')} …`), TELL_AFTER_MS);
    const deadline = Date.now() + KILL_MS;
    const stopping: Promise<unknown>[] = [];
    for (const stage of SHUTDOWN_STAGES.filter((name) => name !== 'stores')) {
      const graceMs = Math.max(deadline - Date.now(), 0);
      const ended = stopStage(stage, graceMs);
      stopping.push(ended);
      if (of(stage).length > 0) await Promise.race([ended, delay(STAGE_MS)]);
    }
    await Promise.all(stopping);
    await stopStage('stores', STORE_GRACE_MS);
    clearInterval(telling);
    for (const work of atEnd) work();
  };
  return {
    add: (stage, stoppable) => of(stage).push(stoppable),
    onEnd: (work) => atEnd.push(work),
    run: () => (running ??= stopAll()),
  };
}
