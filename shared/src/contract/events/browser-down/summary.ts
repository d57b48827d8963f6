import { event } from '../../event.ts';
import { Summary } from '../../summary.ts';

export const summary = event('summary', Summary);
