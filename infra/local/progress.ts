export type StartProgress = {
  /** Prints what begins, when it takes longer than a moment, and how long it took. */
  step<T>(title: string, work: (note: (text: string) => void) => Promise<T>): Promise<T>;
  say(line: string): void;
};

// Most steps of a second start end before a reader could take in that they began.
const ANNOUNCE_AFTER_MS = 700;
const REMIND_MS = 15_000;

export function createStartProgress(print: (line: string) => void): StartProgress {
  return {
    say: print,
    async step(title, work) {
      const started = performance.now();
      const took = (): string => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
      let detail = '';
      const announce = setTimeout(() => print(`▸ ${title} …`), ANNOUNCE_AFTER_MS);
      const remind = setInterval(() => print(`  … ${title}: still at it after ${took()}`), REMIND_MS);
      try {
        const result = await work((text) => {
          detail = ` · ${text}`;
        });
        print(`✓ ${title}${detail} · ${took()}`);
        return result;
      } finally {
        clearTimeout(announce);
        clearInterval(remind);
      }
    },
  };
}
