import * as z from 'zod';
import { event } from '../../event.ts';
import { DevicePk } from '../../ids.ts';
import { FrameExt } from '../agent-up/thumbnail.ts';

/**
 * The stored frames of devices have other formats than before (`_ext`), or are their first ones; null: it was deleted. `forbidden`: the
 * devices whose screens may not be shown, so that no frame of them stays.
 */
export const storedFrameFormatsChanged = event(
  'frame_formats',
  z.object({ rows: z.array(z.tuple([DevicePk, FrameExt.nullable()])), forbidden: z.array(DevicePk).optional() }),
);
