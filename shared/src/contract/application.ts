import * as z from 'zod';
import { applicationKinds, MAX_ARGUMENT_LENGTH, MAX_ARGUMENTS } from './application-rules.ts';
import { ApplicationPk } from './ids.ts';

/** Each is passed to the program as it is: no shell reads them. */
export const InstallerArguments = z
  .array(
    z
      .string()
      .max(MAX_ARGUMENT_LENGTH)
      .refine((text) => !text.includes('\0')),
  )
  .max(MAX_ARGUMENTS);

/** Lower-case hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What an agent installs or removes. `path`, below the API's base, answers the file once, to the device of the command
 * only. Size and hash are signed with the command, so that no other file is ever run.
 */
export const ApplicationCommandArgs = z.object({
  application_pk: ApplicationPk,
  name: z.string().max(300),
  path: z.string().regex(/^\/agents\/applications\/[0-9a-f-]{36}$/),
  kind: z.enum(applicationKinds),
  /** Bytes. */
  size: z.int().positive(),
  sha256: Sha256,
  /** For installers of the kinds `sh` and `exe`. */
  install_args: InstallerArguments,
  /** A program and its arguments, started once the installation has succeeded; empty for none. */
  run_after: InstallerArguments,
  /** ISO 8601 UTC: it does not run earlier, whenever it arrives. */
  not_before: z.iso.datetime().optional(),
});
export type ApplicationCommandArgs = z.infer<typeof ApplicationCommandArgs>;

/** The kind of a file by its first bytes, or null. Its name does not matter. */
export function applicationKindOf(head: Uint8Array): (typeof applicationKinds)[number] | null {
  const starts = (...bytes: readonly number[]) => bytes.every((byte, i) => head[i] === byte);
  const text = new TextDecoder('latin1').decode(head.subarray(0, 21));
  if (text === '!<arch>\ndebian-binary') return 'deb';
  if (starts(0xed, 0xab, 0xee, 0xdb)) return 'rpm';
  if (starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'msi';
  if (text.startsWith('xar!')) return 'pkg';
  if (text.startsWith('#!')) return 'sh';
  return text.startsWith('MZ') ? 'exe' : null;
}
