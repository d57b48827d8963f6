import * as z from 'zod';
import { StartId } from '../../agent-facts.ts';
import { event } from '../../event.ts';
import { connectionMedia } from '../../names.ts';

const text = z.string().max(300);

/** System information, on connect and every 60 s. `running_time` in seconds, `system_time` ISO 8601. */
export const systemInfoReport = event(
  'alive',
  z.object({
    system_time: text,
    running_time: z.number().nonnegative(),
    time_zone: text,
    user_os_str: text,
    cs_ver: text,
    /** This version is tried by an update, and may not stay (UPD-4). */
    on_trial: z.boolean().optional(),
    /** Of the processor, as Node names it; agents of versions before this field send none. */
    arch: z.string().max(20).optional(),
    boot_id: StartId.optional(),
    agent_start_id: StartId.optional(),
    s_pri_ip: text,
    ip_addr: text,
    netmask: text,
    gateway: text,
    dns: text,
    mac_addr: text,
    /** Of the interface that has this address; absent when it is not known. */
    link: z.enum(connectionMedia).optional(),
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
