export interface IdleWatch {
  /** Somebody is here. While the warning is shown only `stay` says so. */
  touched: () => void;
  stay: () => void;
  /** Another tab was used. */
  refresh: () => void;
  stop: () => void;
}

interface IdleNeeds {
  limitMs: number;
  now: () => number;
  /** Milliseconds since 1970, shared by all tabs of the person. */
  lastTouch: { get: () => number; set: (at: number) => void };
  onWarn: () => void;
  onBack: () => void;
  onEnd: () => void;
}

/** Long enough to come back from the kettle, short enough that the limit still means something. */
const WARNING_MS = 60_000;
/** Writing down every movement of a mouse would be work for nothing. */
const NOTE_EVERY_MS = 1_000;

export const warningFor = (limitMs: number): number => Math.min(WARNING_MS, limitMs / 2);

/** Ends a session that nobody touches for as long as the company's policy says (`idle_time`), after a warning. */
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
