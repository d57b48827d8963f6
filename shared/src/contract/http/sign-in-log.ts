import * as z from 'zod';
import { OsId } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { UserPk } from '../ids.ts';
import { dateRangeParams, HistoryMeta, searchBy, pageQuery, cursorParams } from '../list-query.ts';
import { loginOrigins, signInFailureCauses } from '../names.ts';
import * as reports from '../routes/reports.ts';

/** Of a sign-in or of a failed one, which are kept apart: a letter and a number. */
const SignInKey = z.string().regex(/^[af]\d{1,19}$/);

/** A sign-in, or an attempt that failed. Login ID and name are those of its time, and stay when the user is deleted. */
export const SignInLogRow = z.object({
  pk: SignInKey,
  time: z.iso.datetime(),
  user_pk: UserPk,
  mgrid: z.string(),
  name: z.string(),
  ip: z.string(),
  /** Empty for the desktop manager, and for a failed sign-in. */
  browser: z.string(),
  /** 0 for a failed sign-in. */
  dev_os_id: OsId,
  /** What a failed sign-in tells of browser and system; empty for others. */
  user_agent: z.string(),
  /** Null for a failed sign-in. */
  login_from: z.enum(loginOrigins).nullable(),
  /** Why it failed; null for a sign-in. */
  cause: z.enum(signInFailureCauses).nullable(),
});
export type SignInLogRow = z.infer<typeof SignInLogRow>;

/** At most 20 failed ones of a user and hour are recorded, those of IDs without an account never. */
export const listSignIns = endpoint(reports.listSignIns, {
  summary: 'List sign-ins and failed ones, newest first',
  query: pageQuery({ by: ['create_time'], order: 'desc' }).extend({
    ...searchBy(['mgrid', 'name', 'ip']),
    ...dateRangeParams,
    ...cursorParams(SignInKey),
    user_pk: z.coerce.number<string | number>().pipe(UserPk).optional(),
    failed: z.literal('1').optional(),
  }),
  objects: z.array(SignInLogRow),
  meta: HistoryMeta,
});
