import type { DownloadableFile, PreparedPackage } from '@vigil/shared/contract/http/downloads';

export type Processor = NonNullable<DownloadableFile['arch']>;

/** The packages of Linux: an archive for every distribution first, then those of the package managers. */
export const linuxPackageFormats = ['tar.gz', 'deb', 'rpm'] as const;
export type LinuxPackageFormat = (typeof linuxPackageFormats)[number];

/** null for what only one system has, such as a zip. */
export const linuxPackageFormatOf = ({ file_name }: Pick<DownloadableFile, 'file_name'>): LinuxPackageFormat | null =>
  linuxPackageFormats.find((format) => file_name.endsWith(`.${format}`)) ?? null;

export interface PackagePreference {
  readonly arch: Processor;
  readonly format: LinuxPackageFormat;
}

/** Most devices have this processor, and the archive installs on every distribution. */
export const defaultPackage: PackagePreference = { arch: 'x64', format: 'tar.gz' };

/** What can be downloaded, and what is still being made. */
export interface Downloads {
  readonly objects: readonly DownloadableFile[];
  readonly meta: { readonly preparing?: readonly PreparedPackage[] | undefined };
}

export interface PackageChoice {
  /** The package that fits the wish best, or null if the system has none. */
  readonly agent: DownloadableFile | null;
  /** The one for the wished processor that needs nothing on the device is still being made. */
  readonly isPreparing: boolean;
  /** Empty where there is nothing to choose. */
  readonly processors: readonly Processor[];
  readonly formats: readonly LinuxPackageFormat[];
}

/**
 * The packages of the agent for a system: the one to install, and between what users may choose.
 * @param osId of spec 1 §3
 */
export function choosePackage(downloads: Downloads | undefined, osId: number, wish: PackagePreference): PackageChoice {
  const all = downloads?.objects.filter(({ kind, dev_os_id: os }) => kind === 'agent' && os === osId) ?? [];
  const preparing = downloads?.meta.preparing?.filter(({ dev_os_id: os }) => os === osId) ?? [];
  const processors = [...new Set([...all, ...preparing].flatMap(({ arch }) => arch ?? []))];
  const fitting = all.filter(({ arch }) => arch === wish.arch);
  const forAny = all.filter(({ arch }) => arch === null);
  const suitable = [fitting, forAny, all].find((some) => some.length > 0) ?? [];
  const formats = linuxPackageFormats.filter((format) => suitable.some((one) => linuxPackageFormatOf(one) === format));
  return {
    agent: suitable.find((one) => linuxPackageFormatOf(one) === wish.format) ?? suitable[0] ?? null,
    isPreparing: preparing.some(({ arch }) => arch === wish.arch || processors.length === 1),
    processors: processors.length > 1 ? processors : [],
    formats: formats.length > 1 ? formats : [],
  };
}
