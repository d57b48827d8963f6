import { EmailAddress } from '@vigil/shared/contract/email-address';
import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { signUp } from '@vigil/shared/contract/http/accounts';
import { Problem, type ProblemCode } from '@vigil/shared/contract/problems';
import { LoginId } from '@vigil/shared/contract/sign-in-fields';
import { TRIAL_LICENCE } from '@vigil/shared/domain/licences';
import { isAllowedLoginId } from '@vigil/shared/domain/login-id';
import {
  INITIAL_PASSWORD_RULE,
  meetsPasswordRequirements,
  type PasswordRule,
} from '@vigil/shared/domain/password-rules';
import { isDisplayName } from '@vigil/shared/domain/strict-display-name';
import { isWebsite } from '@vigil/shared/domain/website';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { hashPassword } from '@vigil/shared/platform/passwords';
import type { Deps } from '../../deps.ts';
import { createAccountMails } from './account-mail.ts';
import { findAccountByLogin, isLoginTaken } from './accounts.ts';
import { createCompany } from './create-company.ts';

type Form = BodyOf<typeof signUp>;

type Check = (tx: ReadTx, form: Form, rule: PasswordRule) => boolean | Promise<boolean>;
/** In the order of the specification (spec 1 §5); the first that fails is reported. */
const checks: readonly (readonly [ProblemCode, keyof Form, Check])[] = [
  ['invalid_id', 'mgrid', (_, { mgrid }) => LoginId.safeParse(mgrid).success],
  ['id_exist', 'mgrid', async (tx, { mgrid }) => !(await isLoginTaken(tx, mgrid))],
  ['invalid_id', 'mgrid', (_, { mgrid }) => isAllowedLoginId(mgrid)],
  ['password_requirement', 'pw', (_, { pw }, rule) => meetsPasswordRequirements(pw, rule)],
  ['name_requirement', 'name', (_, { name }) => name !== ''],
  ['name_invalid', 'name', (_, { name }) => isDisplayName(name)],
  ['email-invalid', 'mail', (_, { mail }) => EmailAddress.safeParse(mail).success],
  ['website_invalid', 'company_website', (_, { company_website: site }) => site === '' || isWebsite(site)],
];

async function assertFits(tx: ReadTx, form: Form, rule: PasswordRule): Promise<void> {
  for (const [code, field, fits] of checks) {
    if (!(await fits(tx, form, rule))) throw new Problem(code, { field: `body.${field}` });
  }
}

/** Makes the company, its administrator and the free trial, and sends the verification mail, all in one transaction. */
export function createCompanySignUp(deps: Deps) {
  const { config, database, passwordCost, now } = deps;
  const rule = { ...INITIAL_PASSWORD_RULE, max: config.PASSWORD_MAX };
  const { mailLink } = createAccountMails(deps);

  /** Before the transaction, because the hash takes long. */
  const prepare = async (form: Form): Promise<string> => {
    await database.readOutside((tx) => assertFits(tx, form, rule));
    return hashPassword(form.pw, passwordCost, 'stranger');
  };

  const register = async (tx: ChangeTx, form: Form, adminPasswordHash: string): Promise<ObjectsOf<typeof signUp>> => {
    // Somebody may have taken the ID in another case meanwhile.
    if (await isLoginTaken(tx, form.mgrid)) throw new Problem('id_exist', { field: 'body.mgrid' });
    const company = {
      name: form.company_name || form.name,
      website: form.company_website,
      origin: { subscription: form.subscription, useFor: form.use_for, pcanyUser: form.pcany_user },
      adminId: form.mgrid,
      adminPasswordHash,
      adminDetails: {
        name: form.name,
        email: form.mail,
        phone: form.phone,
        langCode: form.lang_code,
        timeZoneId: form.time_zone_id,
      },
      licence: TRIAL_LICENCE,
      passwordMax: config.PASSWORD_MAX,
    };
    await createCompany(tx, company, now());
    const account = await findAccountByLogin(tx, form.mgrid);
    if (!account) throw new Error('the account was not stored');
    await mailLink(tx, { kind: 'verify', user: account.user });
    return { mgrid: form.mgrid, email: form.mail };
  };

  return { prepare, register };
}
