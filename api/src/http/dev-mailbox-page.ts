import { escapeHtml } from '@vigil/shared/platform/mail/mail-content';
import * as z from 'zod';

/** A mail as the mailer writes it into MAIL_OUTBOX_DIR. */
export const KeptMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), created_at: z.string() });
export type KeptMail = z.infer<typeof KeptMail>;

// The colours of the client (web/src/app/theme.ts); the page needs neither its scripts nor its build.
const STYLE = `
:root{color-scheme:light dark;--page:#f7f8fa;--card:#fff;--text:#1d2129;--quiet:#6b7280;--line:#e5e7ec;--accent:#5b5bd6;--link:#4f4fc4}
@media (prefers-color-scheme:dark){:root{--page:#14151a;--card:#1c1e25;--text:#e6e7eb;--quiet:#9498a6;--line:#343843;--link:#a5a8ee}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.6 Inter,-apple-system,'Segoe UI',Roboto,'Apple SD Gothic Neo','Malgun Gothic','Hiragino Sans',sans-serif}
header{display:flex;gap:10px;align-items:center;height:56px;padding:0 24px;background:var(--card);border-bottom:1px solid var(--line);font-weight:600}
header small{margin-left:auto;color:var(--quiet);font-weight:400}
main{max-width:760px;margin:24px auto;padding:0 16px}
h1{font-size:20px;margin:0}
h2{font-size:15px;margin:0}
p{margin:0;color:var(--quiet)}
article,.empty{margin-top:16px;padding:16px 20px;background:var(--card);border:1px solid var(--line);border-radius:8px}
.empty{padding:40px 20px;text-align:center}
pre{margin:12px 0 0;padding-top:12px;border-top:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}
a{color:var(--link)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}`;

const LOGO = `<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#5b5bd6"/><path d="M6 16c3-5.2 6.3-7.5 10-7.5s7 2.3 10 7.5c-3 5.2-6.3 7.5-10 7.5S9 21.200 6 16Z" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round"/><circle cx="16" cy="16" r="3.4" fill="#fff"/></svg>`;

const withLinks = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/gu, (url) => `<a href="${url}">${url}</a>`);

const article = ({ to, subject, text, created_at }: KeptMail): string => `<article>
<h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)} · <time>${escapeHtml(created_at.replace('T', ' ').replace(/\.\d+Z$/u, ' UTC'))}</time></p><pre>${withLinks(text)}</pre>
</article>`;

/** The development mailbox as one page without scripts, light or dark as the browser prefers. */
export const mailboxPage = (mails: readonly KeptMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox · Vigil</title>
<style>${STYLE}</style></head>
<body><header>${LOGO}Vigil<small>Development mailbox</small></header>
<main><h1>Outbox</h1><p>No mail server is set (SMTP_URL), so mail is kept on this computer.</p>
${mails.map(article).join('\n') || '<p class="empty">No mail yet.</p>'}</main></body></html>`;
