import { event } from '../../event.ts';
import { UsageSample } from '../../usage.ts';

export const systemUsage = event('system_usage', UsageSample);
