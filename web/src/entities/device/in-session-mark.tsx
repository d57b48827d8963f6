import type { DevicePk } from '@vigil/shared/contract/ids';
import classes from './in-session-mark.module.css';
import { useInSessionText } from './running-sessions.ts';

/** The mark of a device that somebody uses or sees now. */
export function InSessionMark({ pk }: { pk: DevicePk }) {
  const text = useInSessionText()(pk);
  if (text === null) return null;
  return (
    <span className={classes.mark} role="img" aria-label={text} title={text}>
      ◉
    </span>
  );
}
