import classes from './state-dot.module.css';

export type DotState = 'online' | 'offline' | 'waiting';

export const dotStateOf = ({ alive, approval }: { alive: 0 | 1; approval: 0 | 1 }): DotState =>
  alive === 0 ? 'offline' : approval === 0 ? 'waiting' : 'online';

/** Decoration beside a text with the same meaning. */
export function StateDot({ state }: { state: DotState }) {
  return <span className={classes.dot} data-state={state} aria-hidden="true" />;
}
