import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import * as accounts from '../routes/accounts.ts';
import { TypedPassword } from '../sign-in-fields.ts';
import { DEFAULT_USER_LANGUAGE } from '../user-defaults.ts';

const text = (max: number) => z.string().trim().max(max);

/**
 * Asks for a partner account; an operator decides within 7 days (spec 1 §5). A missing company or phone is stored as
 * not stated, in the language of the applicant.
 * @throws Problem `invalid_id`, `id_exist`, `password_requirement`, `name_requirement`, `name_invalid`, `email-invalid`
 */
export const applyForPartnerAccount = endpoint(accounts.applyForPartnerAccount, {
  audits: { none: 'nobody has signed in' },
  summary: 'Apply for a partner account',
  body: z.object({
    mgrid: text(100),
    pw: TypedPassword,
    name: text(200),
    mail: text(200),
    phone: text(40).default(''),
    company_name: text(200).default(''),
    lang_code: z.enum(languages).default(DEFAULT_USER_LANGUAGE),
  }),
  objects: z.object({ decide_by: z.iso.datetime() }),
});

/**
 * Opens the session of an invitation: with one user's rights, until the invitation expires.
 * @throws Problem `invitation_invalid`
 */
export const openSessionByInvitation = endpoint(accounts.openSessionByInvitation, {
  audits: { none: 'nobody has signed in' },
  summary: 'Exchange an invitation code for a time-limited session',
  body: z.object({ code: text(40).min(1) }),
  objects: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
});
