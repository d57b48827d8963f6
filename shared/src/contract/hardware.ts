import * as z from 'zod';
import { stripHiddenCharacters } from './patterns.ts';

/** Digest, in hexadecimal, of what tells a computer from a copy of its disk; see `readHardwareId` of the agent. */
export const HardwareId = z
  .string()
  .regex(/^[0-9a-f]{16,64}$/)
  .brand<'HardwareId'>();
export type HardwareId = z.infer<typeof HardwareId>;

const text = z.string().max(300);

/** The hardware on which an agent runs, as it describes it at each handshake. */
export const Hardware = z.object({
  id: HardwareId,
  /** Of the host; characters that hide or reorder text are left out. */
  name: text.transform(stripHiddenCharacters),
  mac_addr: text,
  s_pri_ip: text,
  user_os_str: text,
});
export type Hardware = z.infer<typeof Hardware>;
