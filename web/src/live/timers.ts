/** Timers with one owner: stopping it stops all of them. */
export interface StoppableTimers {
  after: (ms: number, work: () => void) => void;
  stop: () => void;
}

export function createStoppableTimers(): StoppableTimers {
  const pending = new Set<ReturnType<typeof setTimeout>>();
  return {
    after(ms, work) {
      const timer = setTimeout(() => {
        pending.delete(timer);
        work();
      }, ms);
      pending.add(timer);
    },
    stop() {
      for (const timer of pending) clearTimeout(timer);
      pending.clear();
    },
  };
}
