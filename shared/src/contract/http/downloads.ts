import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import * as company from '../routes/company.ts';

/** Something to download, of what kind and for which system (OS ids of spec 1 §3). */
export const DownloadableFile = z.object({
  id: z.string(),
  /** `extra`: a file that the operator put into the folder `extra` of the downloads. */
  kind: z.enum(['agent', 'document', 'extra']),
  dev_os_id: z.int(),
  /** The processor that an agent package is for; null when it makes no difference. */
  arch: z.enum(['x64', 'arm64']).nullable(),
  /** The oldest version of Node that the device has to have for an agent package; null when none is needed. */
  needs_node: z.int().nullable(),
  /** Language of a document; agents have none. */
  lang: z.enum(languages).nullable(),
  file_name: z.string(),
  size: z.int(),
  sha256: z.string(),
  url: z.string(),
});
export type DownloadableFile = z.infer<typeof DownloadableFile>;

const PreparedPackage = DownloadableFile.pick({ dev_os_id: true, arch: true });
export type PreparedPackage = z.infer<typeof PreparedPackage>;

export const listDownloadableFiles = endpoint(company.listDownloadableFiles, {
  summary: 'List agent packages, documents and files of the operator for download',
  objects: z.array(DownloadableFile),
  /** The agent packages that are being made now. Absent in answers of a server of the version before. */
  meta: z.object({ preparing: z.array(PreparedPackage).optional() }),
});
