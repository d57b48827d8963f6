/** A generated file to download. The names are those of the API's list. */
export type DownloadFile = {
  readonly id: string;
  readonly kind: 'agent' | 'document';
  readonly dev_os_id: number;
  readonly lang: 'ko' | 'en' | 'ja' | null;
  readonly file_name: string;
  readonly bytes: Buffer;
};
