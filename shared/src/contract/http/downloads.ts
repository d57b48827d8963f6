import { z } from 'zod';
import { login } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { languages } from '../problem-texts.ts';

/** Something to download, of what kind and for which system (OS ids of spec 1 §3). */
export const Download = z.object({
  id: z.string(),
  kind: z.enum(['agent', 'document']),
  dev_os_id: z.int(),
  /** Language of a document; agents have none. */
  lang: z.enum(languages).nullable(),
  file_name: z.string(),
  size: z.int(),
  sha256: z.string(),
  url: z.string(),
});
export type Download = z.infer<typeof Download>;

export const listDownloads = endpoint({
  method: 'GET',
  path: '/downloads',
  access: login,
  summary: 'List agent packages and documents for download',
  objects: z.array(Download),
});
