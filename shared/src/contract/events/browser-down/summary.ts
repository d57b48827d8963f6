import { event } from '../../event.ts';
import { Summary } from '../../summary.ts';

export const summaryChanged = event('summary', Summary);
