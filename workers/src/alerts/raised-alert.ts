import type { AlertFinding } from './evaluate-device.ts';
import type { AlertRow } from './queries.ts';

/** An alert that was raised, with what it was found by. */
export interface RaisedAlert {
  readonly row: AlertRow;
  readonly finding: AlertFinding;
}
