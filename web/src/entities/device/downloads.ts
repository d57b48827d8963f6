import { listDownloads } from '../../endpoints.ts';
import { resource } from '../resource.ts';

/** Agents and documents, for every system and in every language. */
export const downloads = resource({ key: 'downloads', list: listDownloads });
