import * as z from 'zod';
import { administratorsOnly, anySession, allowTokensOfCompany } from '../access.ts';
import { endpoint, MAX_BODY_BYTES } from '../endpoint.ts';
import { MAX_LOGO_BYTES } from '../limits.ts';

/**
 * One file with its purpose. A logo may be PNG, JPEG or WebP up to 2 MB; its format is detected from the bytes, and
 * it is stored as an image of at most 400 × 120. Only the administrator may change the logo.
 * @throws Problem `unsupported_file`, `too_large`, `not_allowed`
 */
export const uploadLogo = endpoint({
  method: 'POST',
  path: '/file_upload',
  audits: { none: 'the look of the company' },
  access: anySession,
  tokens: allowTokensOfCompany('administration'),
  summary: 'Upload the company logo',
  form: z.object({ type: z.literal('logo'), file: z.file() }),
  bodyLimit: MAX_LOGO_BYTES + MAX_BODY_BYTES,
  objects: z.object({ url: z.string() }),
});

/** Restores the product's own logo. */
export const deleteLogo = endpoint({
  method: 'DELETE',
  path: '/file_upload/logo',
  audits: { none: 'the look of the company' },
  access: administratorsOnly,
  tokens: allowTokensOfCompany('administration'),
  summary: 'Remove the company logo',
  objects: z.array(z.never()),
});
