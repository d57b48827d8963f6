export interface IdleWatch {
  /** The user did something. While the warning is shown, only `stay` counts. */
  onActivity: () => void;
  stay: () => void;
  /** Another tab wrote the time of the last activity. */
  refresh: () => void;
  stop: () => void;
}

interface IdleNeeds {
  limitMs: number;
  now: () => number;
  /** Milliseconds since 1970, shared by all tabs of the user. */
  lastActivity: { get: () => number; set: (at: number) => void };
  onWarn: () => void;
  onBack: () => void;
  onEnd: () => void;
}

/** Long enough to react, short compared with the limits that policies set. */
const WARNING_MS = 60_000;
/** Pointer movements arrive many times a second. */
const RECORD_EVERY_MS = 1_000;

export const warningTimeFor = (limitMs: number): number => Math.min(WARNING_MS, limitMs / 2);

/** Ends an unused session after the time of the company's policy (`idle_time`), with a warning before. */
export function createIdleWatch({ limitMs, now, lastActivity, onWarn, onBack, onEnd }: IdleNeeds): IdleWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let warned = false;

  const plan = () => {
    clearTimeout(timer);
    const idle = now() - lastActivity.get();
    if (idle >= limitMs) return onEnd();
    const warnAt = limitMs - warningTimeFor(limitMs);
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
    lastActivity.set(now());
    plan();
  };

  if (now() - lastActivity.get() >= limitMs) lastActivity.set(now());
  plan();
  return {
    onActivity: () => {
      if (!warned && now() - lastActivity.get() >= RECORD_EVERY_MS) lastActivity.set(now());
    },
    stay,
    refresh: plan,
    stop: () => clearTimeout(timer),
  };
}
