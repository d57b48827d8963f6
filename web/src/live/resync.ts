import { backOffDelay } from '@vigil/shared/contract/back-off';

export interface Resync {
  /** Reads a snapshot soon; many requests become one read. */
  request: () => void;
  /** Reads a snapshot now; rejects when that fails. */
  now: () => Promise<void>;
  stop: () => void;
}

interface ResyncNeeds {
  read: () => Promise<void>;
  random: () => number;
}

/** A gap is often closed by late events within this time. */
const DEBOUNCE_MS = 150;
/** After a server restart every browser finds the same gap; they must not all read at the same moment. */
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
      again = false;
    },
  };
}
