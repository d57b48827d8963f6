import type { DevicePk } from '@vigil/shared/contract/ids';
import { useInSessionText } from './running-sessions.ts';
import classes from './in-session-mark.module.css';

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
