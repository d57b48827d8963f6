import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_CLIENT_ERROR_BYTES } from '../limits.ts';
import * as accounts from '../routes/accounts.ts';

const origin = {
  /** The build that the browser runs: the name of its first script. */
  release: z.string().max(100),
  /** The pattern of the route, such as `/:lang/device/:group`, without the values in it. */
  route: z.string().max(200),
};

export const ClientError = z.discriminatedUnion('kind', [
  /** An error that no code of the client has handled. */
  z.object({ kind: z.literal('error'), ...origin, message: z.string().max(500), stack: z.string().max(4_000) }),
  /** A sign-in failed; nothing is said of who tried. */
  z.object({ kind: z.literal('sign_in'), ...origin }),
]);
export type ClientError = z.infer<typeof ClientError>;

/**
 * Errors of browsers, for the log and the metrics of the installation (decision 120): at most 4 KB each, as many as the
 * budget of an address allows. Nothing is stored, and nothing of the caller is added.
 * @throws Problem `too_large`, `too_many_requests`
 */
export const reportClientError = endpoint(accounts.reportClientError, {
  audits: { none: 'for those who run the installation' },
  summary: 'Report an unhandled error, or a failed sign-in, of a browser',
  bodyLimit: MAX_CLIENT_ERROR_BYTES,
  body: ClientError,
  objects: z.array(z.never()),
});
