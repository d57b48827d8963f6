import { createHash } from 'node:crypto';
import { regionSides } from '../../contract/app-config-rules.ts';
import { configShape } from '../../contract/app-config.ts';

const HASH_LENGTH = 16;

/**
 * Names the areas that frames do not show (`blur_regions` of a configuration): a short hash, or an empty string for
 * none. A frame is stored with that of the areas hidden in it, so that one from before a change can be told from one
 * after it.
 */
export function blurRegionsHash({ blur_regions: given }: Readonly<Record<string, unknown>>): string {
  const regions = configShape.blur_regions.optional().safeParse(given);
  if (regions.success && (regions.data ?? []).length === 0) return '';
  // Agents hide the whole screen where they do not understand the value.
  const areas = regions.data?.map((region) => JSON.stringify(regionSides.map((side) => region[side]))).toSorted();
  return createHash('sha256')
    .update(JSON.stringify(areas ?? given))
    .digest('hex')
    .slice(0, HASH_LENGTH);
}

/**
 * Whether a frame hides what is to be hidden now.
 * @param frameHash what it hides; null: unknown
 */
export const frameHidesCurrentAreas = (frameHash: string | null, currentHash: string): boolean =>
  currentHash === '' || frameHash === currentHash;
