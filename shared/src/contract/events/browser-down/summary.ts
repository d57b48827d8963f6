import { event } from '../../event.ts';
import { FleetCounts } from '../../summary.ts';

export const summary = event('summary', FleetCounts);
