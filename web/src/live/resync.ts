import { backOffDelay } from '@vigil/shared/contract/back-off';

export interface Resync {
  /** Asks for a snapshot soon; many requests become one reading. */
  request: () => void;
  /** Reads now; rejects when it cannot be read. */
  now: () => Promise<void>;
  stop: () => void;
}

interface ResyncNeeds {
  read: () => Promise<void>;
  random: () => number;
}

/** A hole often closes by itself within this time. */
const DEBOUNCE_MS = 150;
/** A restarted server makes every browser notice the same hole; they must not all ask in the same instant. */
const JITTER_MS = 600;
const RETRY = { firstMs: 2_000, maxMs: 15_000 };

export function createResync({ read, random }: ResyncNeeds): Resync {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let failures = 0;

  const plan = () => {
    const backOff = failures === 0 ? DEBOUNCE_MS : backOffDelay(RETRY, failures);
    timer ??= setTimeout(() => void now().catch(() => undefined), backOff + random() * JITTER_MS);
  };

  const now = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (running) {
      again = true;
      return running;
    }
    running = read()
      .then(
        () => void (failures = 0),
        (error: unknown) => {
          failures += 1;
          throw error;
        },
      )
      .finally(() => {
        running = null;
        if (again) {
          again = false;
          plan();
        }
      });
    return running;
  };

  return {
    request: () => (running ? void (again = true) : plan()),
    now,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
