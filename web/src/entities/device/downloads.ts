import { listDownloadableFiles } from '../../endpoints/downloads.ts';
import { defineResource } from '../resource.ts';

/** Agents and documents, for every system and in every language. */
export const downloads = defineResource({ key: 'downloads', list: listDownloadableFiles });
