import { z } from 'zod';
import { anyone, login } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { CompanyPk, UserPk } from '../ids.ts';
import { languages } from '../problem-texts.ts';

const Step = z.enum(['success', 'fail', 'wait']);

/** 0 YYYY/MM/DD, 1 MM/DD/YYYY, 2 DD/MM/YYYY (spec 1 §3). */
export const DateFormatId = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** The signed-in user, with what the screen needs to know which controls to offer. */
export const Profile = z.object({
  pk: UserPk,
  mgrid: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  department: z.string(),
  position: z.string(),
  type: z.string(),
  member_type_id: z.int(),
  company_fk: CompanyPk,
  company_name: z.string(),
  auth_val: z.int(),
  auth_remotecontrol: z.int(),
  auth_devicemanagement: z.int(),
  auth_filemanager: z.int(),
  auth_remoteview: z.int(),
  auth_update: z.int(),
  auth_thumbnailview: z.int(),
  auth_restart: z.int(),
  use_approval_function: z.int(),
  use_approval: z.int(),
  flag_use_otp: z.int(),
  time_zone_id: z.int(),
  date_fmt_id: DateFormatId,
  lang_code: z.enum(languages),
  refresh_interval: z.int(),
  img_refresh_interval: z.int(),
  license: z.object({
    list: z.array(
      z.object({ pay_pk: z.int(), pay_type: z.string(), pay_expire: z.iso.datetime(), pay_dev_vol: z.int() }),
    ),
    total: z.object({
      vol: z.int(),
      lastestExpireDateString: z.string(),
      primaryProdType: z.string(),
      managerLimit: z.int(),
    }),
  }),
  /** When the session ends if it is not used again. */
  session_expires: z.iso.datetime(),
});
export type Profile = z.infer<typeof Profile>;

/**
 * `token` is a half-token until every step says `success`; `cause` maps a reason to its detail
 * (`pw_reject`, `locked`, `inactive`, `ip_block`, …; spec 1 §8).
 */
export const LoginResult = z.object({
  step1: Step,
  step2: Step,
  step3: Step,
  cause: z.record(z.string(), z.unknown()).optional(),
  failure_limit: z.int(),
  current_failure: z.int(),
  self_unlock: z.int(),
  email: z.string(),
  mail: z.string(),
  token: z.string(),
  qrCodeFlag: z.boolean(),
  qrCode: z.string().optional(),
  profile: Profile.optional(),
  dateFmt: DateFormatId.optional(),
});
export type LoginResult = z.infer<typeof LoginResult>;

export const signIn = endpoint({
  method: 'POST',
  path: '/login',
  access: anyone,
  summary: 'Sign in: ID and password, then the one-time code',
  body: z.discriminatedUnion('type', [
    z.object({ type: z.literal('1STEP'), mail: z.string().min(1).max(100), pw: z.string().min(1).max(100) }),
    z.object({ type: z.literal('3STEP'), code: z.string().regex(/^\d{6}$/) }),
  ]),
  objects: LoginResult,
});

export const signOut = endpoint({
  method: 'POST',
  path: '/logout',
  access: login,
  summary: 'End this session everywhere it is used',
  objects: z.array(z.never()),
});

export const readProfile = endpoint({
  method: 'GET',
  path: '/user/0',
  access: login,
  summary: 'The signed-in user',
  objects: z.array(Profile),
});

const text = z.string().trim().max(100);

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/user/0',
  access: login,
  summary: 'Change one field of the signed-in user',
  body: z.discriminatedUnion('name', [
    z.object({ name: z.literal('name'), value: text.min(1) }),
    z.object({ name: z.literal('email'), value: z.email().max(200) }),
    z.object({ name: z.literal('phone'), value: text }),
    z.object({ name: z.literal('department'), value: text }),
    z.object({ name: z.literal('position'), value: text }),
    z.object({ name: z.literal('date_fmt_id'), value: DateFormatId }),
    z.object({ name: z.literal('time_zone_id'), value: z.int().min(1).max(42) }),
    z.object({ name: z.literal('lang_code'), value: z.enum(languages) }),
  ]),
  objects: z.array(Profile),
});
