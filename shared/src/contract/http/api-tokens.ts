import * as z from 'zod';
import { tokenScopes } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { ApiTokenPk, GroupPk, UserPk, pkInPath } from '../ids.ts';
import { MAX_API_TOKEN_LIFETIME_DAYS, MAX_API_TOKEN_GROUPS, MAX_API_TOKEN_NAME } from '../limits.ts';
import { pageQuery, searchBy } from '../list-query.ts';
import { cleanName, isVisibleText } from '../patterns.ts';
import * as people from '../routes/people.ts';
import { TypedPassword } from '../sign-in-fields.ts';

/**
 * An API token without its secret. `state` is `expired` after `expires_at`, and `suspended` while its owner may not
 * sign in: deactivated, locked, or with a password that has to be replaced.
 */
export const ApiToken = z.object({
  pk: ApiTokenPk,
  name: z.string(),
  /** How the secret begins, so that its owner recognises it. */
  hint: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** The groups that it is limited to, those that still exist; null = all groups of its owner. */
  groups: z.array(z.object({ pk: GroupPk, name: z.string() })).nullable(),
  owner_pk: UserPk,
  owner_id: z.string(),
  owner_name: z.string(),
  state: z.enum(['active', 'expired', 'suspended']),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** To the minute. */
  last_used_at: z.iso.datetime().nullable(),
  last_used_ip: z.string().nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const listApiTokens = endpoint(people.listApiTokens, {
  summary: 'List your own API tokens; administrators list those of the company',
  query: pageQuery({ by: ['created_at', 'name', 'expires_at'], order: 'desc' }).extend(
    searchBy(['name', 'owner_name', 'owner_id']),
  ),
  objects: z.array(ApiToken),
  meta: z.object({ total_count: z.int() }),
});

/**
 * Creates a token for the caller. `api_token` is its secret, which only this answer shows.
 * @throws Problem `current_password_wrong`, `not_allowed` with the detail `by_password` for a session by a link;
 *   `duplication_token_name`, `token_limit`, `not_found` for a group that the caller does not see
 */
export const createApiToken = endpoint(people.createApiToken, {
  audits: ['apiToken'],
  summary: 'Create an API token; its secret is shown once',
  body: z.object({
    name: z
      .string()
      .overwrite(cleanName)
      .min(1)
      .max(MAX_API_TOKEN_NAME)
      .refine((name) => isVisibleText(name, MAX_API_TOKEN_NAME), 'not a name'),
    scopes: z
      .array(z.enum(tokenScopes))
      .min(1)
      .max(tokenScopes.length)
      .refine((scopes) => new Set(scopes).size === scopes.length, 'a scope twice'),
    /** Limits the token to these groups and all below them. */
    group_pks: z.array(GroupPk).min(1).max(MAX_API_TOKEN_GROUPS).optional(),
    expires_in_d: z.int().min(1).max(MAX_API_TOKEN_LIFETIME_DAYS),
    /** The caller's password. */
    origin_pw: TypedPassword,
  }),
  objects: z.object({ token: ApiToken, api_token: z.string() }),
});

/** @throws Problem `not_found`, also for the token of another user unless the caller is an administrator */
export const revokeApiToken = endpoint(people.revokeApiToken, {
  audits: ['apiToken'],
  summary: 'Revoke an API token',
  params: z.object({ pk: pkInPath(ApiTokenPk) }),
  objects: z.array(ApiTokenPk),
});
