/** A generated file to download. The names are those of the API's list. */
export type GeneratedFile = {
  readonly id: string;
  /** `update`: for `release sign`, and not offered for download. */
  readonly kind: 'agent' | 'document' | 'update';
  readonly dev_os_id: number;
  /** The processor that an agent package is for; null when it makes no difference. */
  readonly arch: 'x64' | 'arm64' | null;
  /** The oldest version of Node that the device has to have; null when none is needed. */
  readonly needs_node: number | null;
  readonly lang: 'ko' | 'en' | 'ja' | null;
  readonly file_name: string;
  readonly bytes: Buffer;
};
