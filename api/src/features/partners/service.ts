import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { applyForPartnerAccount } from '@vigil/shared/contract/http/partners';
import type { Language } from '@vigil/shared/contract/languages';
import { Problem } from '@vigil/shared/contract/problems';
import { LoginId } from '@vigil/shared/contract/sign-in-fields';
import { isAllowedLoginId } from '@vigil/shared/domain/login-id';
import { meetsPasswordRequirements, INITIAL_PASSWORD_RULE } from '@vigil/shared/domain/password-rules';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { byLanguage } from '@vigil/shared/texts/by-language';
import * as z from 'zod';
import type { Deps } from '../../deps.ts';
import { assertDisplayName } from '../../identity/accounts/display-name.ts';
import { mailTexts } from '../../texts/mail-texts.ts';
import { composePartnerApplicationMail, composePartnerMail } from './mails.ts';
import { insertPartnerApplication, isPartnerIdTaken } from './queries.ts';

type Application = BodyOf<typeof applyForPartnerAccount>;

/** An application that is not decided within this time counts as rejected (spec 1 §5). */
const DECIDE_WITHIN_MS = 7 * 86_400_000;
/** Stored for a field that was left empty (spec 1 §5), as the form of the applicant calls it. */
const notStated: Readonly<Record<Language, string>> = byLanguage(mailTexts, 'notStated');

/** In the order in which sign-up checks its fields (spec 1 §5). */
function checkForm({ mgrid, pw, name, mail }: Application, isTaken: boolean): void {
  if (!LoginId.safeParse(mgrid).success) throw new Problem('invalid_id', { field: 'body.mgrid' });
  if (isTaken) throw new Problem('id_exist', { field: 'body.mgrid' });
  if (!isAllowedLoginId(mgrid)) throw new Problem('invalid_id', { field: 'body.mgrid' });
  if (!meetsPasswordRequirements(pw, INITIAL_PASSWORD_RULE))
    throw new Problem('password_requirement', { field: 'body.pw' });
  assertDisplayName(name, 'body.name');
  if (!z.email().safeParse(mail).success) throw new Problem('email-invalid', { field: 'body.mail' });
}

interface Prepared {
  readonly passwordHash: string;
  readonly createdAt: Date;
  readonly decideBy: Date;
}

export function createPartnerApplications(deps: Deps) {
  const { config, database, passwordCost, now } = deps;
  const queueMail = createMailQueue(deps, config.RATE_LIMIT_FACTOR);
  return {
    /** @throws Problem with the first field that is refused */
    async prepare(body: Application): Promise<Prepared> {
      const createdAt = new Date(now());
      checkForm(body, await database.readOutside((tx) => isPartnerIdTaken(tx, body.mgrid, createdAt)));
      const passwordHash = await hashPassword(body.pw, passwordCost, 'stranger');
      return { passwordHash, createdAt, decideBy: new Date(createdAt.getTime() + DECIDE_WITHIN_MS) };
    },
    /** Stores an application, and notifies the applicant and the operator. */
    async record(tx: ChangeTx, body: Application, { passwordHash, createdAt, decideBy }: Prepared): Promise<void> {
      const pk = await insertPartnerApplication(tx, {
        mgrid: body.mgrid,
        passwordHash,
        name: body.name,
        email: body.mail,
        phone: body.phone || notStated[body.lang_code],
        companyName: body.company_name || notStated[body.lang_code],
        langCode: body.lang_code,
        createdAt,
        decideBy,
      });
      const fields = { language: body.lang_code, until: decideBy };
      const toApplicant = { address: body.mail, company: null, kind: 'applied' } as const;
      await queueMail(tx, toApplicant, () => composePartnerMail('applied', fields));
      if (config.OPERATOR_MAIL === undefined) return;
      // The list of applications has those beyond the limit, too.
      const toOperator = { address: config.OPERATOR_MAIL, company: null, kind: 'application' } as const;
      const about = { pk, mgrid: body.mgrid, name: body.name, email: body.mail };
      await queueMail(tx, toOperator, () => composePartnerApplicationMail(about));
    },
  };
}
