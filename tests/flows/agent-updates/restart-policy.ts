/** When systemd starts a service again that has ended by itself. */
export interface RestartPolicy {
  restartsAfter(code: number | null, signal: NodeJS.Signals | null): boolean;
  readonly afterMs: number;
}

/** Signals that systemd takes for a clean end (systemd.service, `SuccessExitStatus`). */
const CLEAN_SIGNALS: ReadonlySet<string> = new Set(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGPIPE']);

/** Of the text of a unit, whose settings have to be there: nothing is assumed. */
export function restartPolicy(unit: string): RestartPolicy {
  const setting = (name: string): string => {
    const value = new RegExp(`^${name}=(.*)$`, 'mu').exec(unit)?.[1];
    if (value === undefined) throw new Error(`the unit has no ${name}`);
    return value;
  };
  const codes = (name: string) => new Set(setting(name).split(' ').map(Number));
  if (setting('Restart') !== 'on-failure') throw new Error(`Restart=${setting('Restart')} is not known here`);
  const [forced, prevented] = [codes('RestartForceExitStatus'), codes('RestartPreventExitStatus')];
  return {
    restartsAfter(code, signal) {
      if (code === null) return !CLEAN_SIGNALS.has(signal ?? '');
      return forced.has(code) || (code !== 0 && !prevented.has(code));
    },
    afterMs: Number(setting('RestartSec')) * 1_000,
  };
}
