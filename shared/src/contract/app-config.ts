import * as z from 'zod';
import {
  configLimits,
  isProxyUrl,
  logLevels,
  MAX_BLUR_REGIONS,
  regionLimits,
  updateChannels,
  type AppConfigValues,
  type ConfigKey,
} from './app-config-rules.ts';
import { CommandType } from './command.ts';
import { Bit } from './device.ts';

const numberOf = (key: keyof typeof configLimits) => z.number().min(configLimits[key][0]).max(configLimits[key][1]);
const percentOf = (side: keyof typeof regionLimits) => z.number().min(regionLimits[side][0]).max(regionLimits[side][1]);
const integerOf = (key: keyof typeof configLimits) => numberOf(key).int();

/** Each key of a configuration (decision 68). An agent parses them one by one, because its server may be newer. */
export const configShape = {
  refresh_interval: numberOf('refresh_interval'),
  img_refresh_interval: numberOf('img_refresh_interval'),
  capture_quality: integerOf('capture_quality'),
  capture_never: Bit,
  blur_regions: z
    .array(z.object({ x: percentOf('x'), y: percentOf('y'), width: percentOf('width'), height: percentOf('height') }))
    .max(MAX_BLUR_REGIONS),
  log_level: z.enum(logLevels),
  allowed_commands: z.union([
    z.literal('all'),
    z.array(CommandType).refine((list) => new Set(list).size === list.length),
  ]),
  proxy: z.string().refine(isProxyUrl, 'not http://host:port').nullable(),
  update_channel: z.enum(updateChannels),
  update_hour: integerOf('update_hour').nullable(),
  agent_restart_time: integerOf('agent_restart_time').nullable(),
} satisfies { readonly [K in ConfigKey]: z.ZodType<AppConfigValues[K]> };

/** What a configuration sets; the other keys are inherited. Unknown keys are refused. */
export const AppConfigOverrides = z.strictObject(configShape).partial();
