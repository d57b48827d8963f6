import { z } from 'zod';
import { event } from '../../event.ts';

const text = z.string().max(300);

/** System information, on connect and every 60 s. `running_time` in seconds, `system_time` ISO 8601. */
export const alive = event(
  'alive',
  z.object({
    system_time: text,
    running_time: z.number().nonnegative(),
    time_zone: text,
    user_os_str: text,
    cs_ver: text,
    s_pri_ip: text,
    ip_addr: text,
    netmask: text,
    gateway: text,
    dns: text,
    mac_addr: text,
    bios: text,
    processor: text,
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
    kms_addr: text.optional(),
    kms_port: z.int().min(0).max(65_535).optional(),
    /** Version of the settings that the agent has applied; absent before it received any. */
    config_version: z.int().nonnegative().optional(),
  }),
);
