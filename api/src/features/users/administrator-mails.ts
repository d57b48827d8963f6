import type { Language } from '@vigil/shared/contract/languages';
import { memberTypes } from '@vigil/shared/domain/member-types';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import { users } from '@vigil/shared/platform/db/schema/users';
import { composeMail, fillMailText } from '@vigil/shared/platform/mail/mail-content';
import { createMailQueue } from '@vigil/shared/platform/mail/outgoing';
import type { Role } from '@vigil/shared/platform/users/user-edits';
import type { User } from '@vigil/shared/platform/users/user-rows';
import { byLanguage } from '@vigil/shared/texts/by-language';
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { pageUrl } from '../../identity/accounts/page-url.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { mailTexts } from '../../texts/mail-texts.ts';

interface Texts {
  readonly subject: string;
  readonly administrator: string;
  readonly user: string;
  readonly label: string;
  readonly smallPrint: string;
}

/** The names in braces are filled in. */
const texts: { readonly [L in Language]: Texts } = byLanguage(mailTexts, 'administrators');

/** Tells every administrator whose address is confirmed, and the user, who became one or is one no more. */
export function createAdministratorMails(deps: Pick<Deps, 'config' | 'redis' | 'log'>) {
  const queueMail = createMailQueue(deps, deps.config.RATE_LIMIT_FACTOR);
  return async (tx: ChangeTx, { by, user, role }: { by: Caller; user: User; role: Role }): Promise<void> => {
    const isReachable = and(eq(users.active, true), ne(users.email, ''), isNotNull(users.emailVerifiedAt));
    const administrators = await tx
      .select()
      .from(users)
      .where(and(isReachable, eq(users.memberTypeId, memberTypes.admin)));
    const others = await tx
      .select()
      .from(users)
      .where(and(isReachable, eq(users.pk, user.pk)));
    const recipients = new Map([...administrators, ...others].map((one) => [one.pk, one]));
    for (const { email, companyFk, langCode } of recipients.values()) {
      const text = texts[langCode];
      await queueMail(tx, { address: email, company: companyFk, kind: 'notice', isConfirmed: true }, () =>
        composeMail({
          language: langCode,
          subject: text.subject,
          paragraphs: [fillMailText(text[role], { by: by.mgrid, user: user.mgrid })],
          link: { label: text.label, url: pageUrl(deps.config, langCode, `management/managers/${user.pk}`) },
          smallPrint: text.smallPrint,
        }),
      );
    }
  };
}
