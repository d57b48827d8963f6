import {
  IconCircleCheck,
  IconCircleX,
  IconClockX,
  IconHourglass,
  IconLoader2,
  IconSend,
  type Icon,
} from '@tabler/icons-react';
import type { CommandState } from '@vigil/shared/contract/names';
import { useTranslation } from 'react-i18next';
import classes from './command-state.module.css';

export type ShownCommandState = CommandState | 'refused';

const icons: { readonly [S in ShownCommandState]: Icon } = {
  queued: IconHourglass,
  sent: IconSend,
  accepted: IconLoader2,
  running: IconLoader2,
  done: IconCircleCheck,
  failed: IconCircleX,
  expired: IconClockX,
  refused: IconCircleX,
};

/** The state of a command as icon, text and colour. */
export function CommandStateLabel({ state, percent }: { state: ShownCommandState; percent: number | null }) {
  const { t } = useTranslation('commands');
  const Shape = icons[state];
  return (
    <span className={classes.state} data-state={state}>
      <Shape size={15} stroke={1.8} aria-hidden="true" />
      {t(`state.${state}`)}
      {percent !== null && state === 'running' && ` ${Math.round(percent)}%`}
    </span>
  );
}
