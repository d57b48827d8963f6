import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { SessionId } from '../ids.ts';
import * as accounts from '../routes/accounts.ts';

/** A session of the user. */
export const SessionRow = z.object({
  id: SessionId,
  /** 1 for the session of the caller. */
  current: z.boolean(),
  ip: z.string(),
  /** What the address tells of the network that it is in. */
  network: z.enum(['loopback', 'private', 'public', 'unknown']),
  user_agent: z.string(),
  browser: z.string(),
  dev_os_id: z.int(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type SessionRow = z.infer<typeof SessionRow>;

export const listSessions = endpoint(accounts.listSessions, {
  whileGated: true,
  summary: 'List the sessions of the user',
  objects: z.array(SessionRow),
});

export const endOwnSession = endpoint(accounts.endOwnSession, {
  audits: { none: 'of their own account' },
  whileGated: true,
  summary: 'End one session of the user',
  params: z.object({ id: SessionId }),
  objects: z.array(SessionId),
});

/** Ends all sessions except for the caller's. */
export const endOtherSessions = endpoint(accounts.endOtherSessions, {
  audits: ['apiToken'],
  whileGated: true,
  summary: 'End all other sessions of the user',
  objects: z.array(SessionId),
});

/**
 * Two calls of the specification share this path (spec 1 §7). With `mail` and `password` it is the access-resource
 * form of sign-in, with the outcome in `status`; with `browser` it posts the access record of the session
 * whose token is sent, and needs one.
 */
export const postAccess = endpoint(accounts.postAccess, {
  audits: { none: 'of their own account' },
  whileGated: true,
  summary: 'Sign in with the access-resource form, or record an access',
  body: z.union([
    z.strictObject({ mail: z.string().min(1).max(100), password: z.string().min(1).max(100) }),
    z.strictObject({
      browser: z.string().max(100),
      dev_os_id: z.int().min(0).max(5),
      type_id: z.int().min(0).max(9),
      /** The private address, which browsers do not know (decision 117). */
      mgr_pri_ip: z.union([z.ipv4(), z.ipv6()]).optional(),
    }),
  ]),
  objects: z.object({
    isLogin: z.boolean(),
    token: z.string(),
    user_type: z.int(),
  }),
  statuses: ['Success', 'Fail'],
});
