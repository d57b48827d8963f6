import type { Language } from '@vigil/shared/contract/problem-texts';
import type { Tx } from '@vigil/shared/platform/db/client';
import { composeAccountMail } from '@vigil/shared/platform/mail/account-mail';
import { writeMail } from '@vigil/shared/platform/mail/outgoing';
import type { Deps } from '../deps.ts';
import type { User } from './accounts.ts';
import { createLink, type LinkKind } from './link-tokens.ts';

type MailedLink = Extract<LinkKind, 'verify' | 'reset' | 'unlock'>;

/** Pages of the web client that take the links of mails (spec 1 §2). */
const pages: { readonly [K in MailedLink]: (key: string) => string } = {
  verify: (key) => `access/auth?type=auth&key=${key}`,
  reset: (key) => `reset-password?key=${key}`,
  unlock: (key) => `access/auth?type=unlock&key=${key}`,
};

/** An absolute address of a page, in a language. */
export const pageUrl = ({ PUBLIC_URL }: Deps['config'], language: Language, page: string): string =>
  `${PUBLIC_URL.replace(/\/+$/u, '')}/${language}/${page}`;

/** Creates a link and stores its mail; returns the mail's receipt. */
export async function mailLink(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { kind, user, language = user.langCode }: { kind: MailedLink; user: User; language?: Language },
): Promise<number> {
  const key = await createLink(tx, kind, user, now());
  const url = pageUrl(config, language, pages[kind](key));
  const mail = composeAccountMail(kind, { language, name: user.name, email: user.email, url });
  return writeMail(tx, { address: user.email, company: user.companyFk }, mail);
}
