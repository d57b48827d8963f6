import { isWaitingForApproval } from '@vigil/shared/domain/visible-parts';
import classes from './state-dot.module.css';

export type DotState = 'online' | 'offline' | 'waiting';

export const dotStateOf = (device: { alive: 0 | 1; approval: 0 | 1 }): DotState =>
  device.alive === 0 ? 'offline' : isWaitingForApproval(device) ? 'waiting' : 'online';

/** What is said about a device: one that is offline may wait for its approval as well. */
export const allDotStatesOf = (device: { alive: 0 | 1; approval: 0 | 1 }): readonly DotState[] =>
  device.alive === 0 && isWaitingForApproval(device) ? ['offline', 'waiting'] : [dotStateOf(device)];

/** Between the states of a device. */
export const joinStates = (texts: readonly string[]): string => texts.join(' · ');

/** Decoration beside a text with the same meaning. */
export function StateDot({ state }: { state: DotState }) {
  return <span className={classes.dot} data-state={state} aria-hidden="true" />;
}
