import type { OsId } from './device.ts';
import type { CommandType } from './names.ts';

/**
 * How a file is installed, by its first bytes: Debian and RPM packages, scripts and shell archives, Windows and macOS
 * installers.
 */
export const applicationKinds = ['deb', 'rpm', 'sh', 'msi', 'exe', 'pkg'] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

export const applicationStates = ['uploading', 'ready'] as const;
export type ApplicationState = (typeof applicationStates)[number];

export const applicationActions = ['install', 'uninstall'] as const;
export type ApplicationAction = (typeof applicationActions)[number];

export const commandOfAction = {
  install: 'application_install',
  uninstall: 'application_uninstall',
} as const satisfies Record<ApplicationAction, CommandType>;

/** The system can remove what these have installed; the others bring no way to do so. */
export const removableKinds: ReadonlySet<ApplicationKind> = new Set(['deb', 'rpm', 'msi']);

const [UNKNOWN, WINDOWS, LINUX, MACOS] = [0, 1, 2, 3] as const;

/** The systems that run the installers of a kind. Which package manager a Linux has is known on the device only. */
const systemsOfKind: { readonly [K in ApplicationKind]: readonly OsId[] } = {
  deb: [LINUX],
  rpm: [LINUX],
  sh: [LINUX, MACOS],
  pkg: [MACOS],
  msi: [WINDOWS],
  exe: [WINDOWS],
};

/**
 * Whether devices with a system can install, or remove, a file of this kind. A device whose system is not known decides
 * itself.
 */
export const supportsKind = (os: OsId, kind: ApplicationKind, action: ApplicationAction): boolean =>
  (action === 'install' || removableKinds.has(kind)) && (os === UNKNOWN || systemsOfKind[kind].includes(os));

export const MAX_APPLICATION_NAME = 100;
export const MAX_APPLICATION_VERSION = 40;
/** Arguments of an installer, or of the program that is run afterwards; characters of each. */
export const MAX_ARGUMENTS = 20;
export const MAX_ARGUMENT_LENGTH = 500;
export const MIN_APPLICATION_PIN_LENGTH = 4;
export const MAX_APPLICATION_PIN_LENGTH = 12;

/** A piece of an upload: well within the time for a request body (LIMIT-4), also on a slow line. */
export const UPLOAD_CHUNK_BYTES = 1_048_576;

/** A file that is not complete is deleted after a day. */
export const UNFINISHED_UPLOAD_MS = 24 * 3_600_000;

/** How far ahead an installation may be scheduled. */
export const SCHEDULE_WITHIN_MS = 30 * 24 * 3_600_000;
