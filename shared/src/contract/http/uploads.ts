import * as z from 'zod';
import { endpoint, MAX_BODY_BYTES } from '../endpoint.ts';
import { MAX_LOGO_BYTES } from '../limits.ts';
import * as devices from '../routes/devices.ts';

/**
 * One file with its purpose. A logo may be PNG, JPEG or WebP up to 2 MB; its format is detected from the bytes, and
 * it is stored as an image of at most 400 × 120. Only the administrator may change the logo.
 * @throws Problem `unsupported_file`, `too_large`, `not_allowed`
 */
export const uploadLogo = endpoint(devices.uploadLogo, {
  audits: { none: 'the look of the company' },
  summary: 'Upload the company logo',
  form: z.object({ type: z.literal('logo'), file: z.file() }),
  bodyLimit: MAX_LOGO_BYTES + MAX_BODY_BYTES,
  objects: z.object({ url: z.string() }),
});

/** Restores the product's own logo. */
export const deleteLogo = endpoint(devices.deleteLogo, {
  audits: { none: 'the look of the company' },
  summary: 'Remove the company logo',
  objects: z.array(z.never()),
});
