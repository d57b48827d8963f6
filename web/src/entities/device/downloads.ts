import { listDownloadableFiles } from '@vigil/shared/contract/routes/company';
import { defineResource } from '../resource.ts';

/** While packages are being made, the next of them is there in seconds. */
const PREPARING_MS = 5_000;

const downloads = defineResource({ key: 'downloads', list: listDownloadableFiles });

/** Agents and documents, for every system and in every language, and in `meta` what is still being made. */
export const useDownloads = () =>
  downloads.usePage(undefined, {
    refetchInterval: ({ state }) => ((state.data?.meta.preparing?.length ?? 0) > 0 ? PREPARING_MS : false),
  });
