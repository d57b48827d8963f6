export interface IdleWatch {
  /** The user did something. While the warning is shown, only `stay` counts. */
  touched: () => void;
  stay: () => void;
  /** Another tab wrote the time of the last activity. */
  refresh: () => void;
  stop: () => void;
}

interface IdleNeeds {
  limitMs: number;
  now: () => number;
  /** Milliseconds since 1970, shared by all tabs of the user. */
  lastTouch: { get: () => number; set: (at: number) => void };
  onWarn: () => void;
  onBack: () => void;
  onEnd: () => void;
}

/** Long enough to react, short compared with the limits that policies set. */
const WARNING_MS = 60_000;
/** Pointer movements arrive many times a second. */
const NOTE_EVERY_MS = 1_000;

export const warningFor = (limitMs: number): number => Math.min(WARNING_MS, limitMs / 2);

/** Ends an unused session after the time of the company's policy (`idle_time`), with a warning before. */
export function createIdleWatch({ limitMs, now, lastTouch, onWarn, onBack, onEnd }: IdleNeeds): IdleWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warned = false;

  const plan = () => {
    clearTimeout(timer);
    const idle = now() - lastTouch.get();
    if (idle >= limitMs) return onEnd();
    const warnAt = limitMs - warningFor(limitMs);
    if (idle >= warnAt && !warned) {
      warned = true;
      onWarn();
    } else if (idle < warnAt && warned) {
      warned = false;
      onBack();
    }
    timer = setTimeout(plan, (warned ? limitMs : warnAt) - idle);
  };
  const stay = () => {
    lastTouch.set(now());
    plan();
  };

  if (now() - lastTouch.get() >= limitMs) lastTouch.set(now());
  plan();
  return {
    touched: () => {
      if (!warned && now() - lastTouch.get() >= NOTE_EVERY_MS) lastTouch.set(now());
    },
    stay,
    refresh: plan,
    stop: () => clearTimeout(timer),
  };
}
