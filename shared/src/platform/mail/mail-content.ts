import type { Language } from '../../contract/languages.ts';
import { preventAutolinks } from '../../domain/display-name.ts';
import { mailedLoginId } from '../../domain/login-id.ts';

/** A mail as plain text and as HTML. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The parts of a mail: paragraphs, at most one link, and small print. */
export interface MailParts {
  readonly language: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Highlighted in a monospaced font: an ID, a code. None of them is a link. */
  readonly shown?: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly smallPrint?: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/gu, (sign) => escapes[sign] ?? sign);

/**
 * Of a longer text only the beginning is mailed: the console shows the rest, and a mail to who knows whom is no place
 * for letters.
 */
const MAX_FIELD = 300;
const beginningOf = (text: string): string => {
  const signs = Array.from(text);
  return signs.length <= MAX_FIELD ? text : `${signs.slice(0, MAX_FIELD - 1).join('')}…`;
};

/** Fills the names in braces in. What users typed is never a link: the links of a mail are its own. */
export const fillMailText = (text: string, fields: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => preventAutolinks(beginningOf(fields[name] ?? '')));

const FONT =
  "font-family:-apple-system,'Segoe UI',Roboto,'Apple SD Gothic Neo','Malgun Gothic','Hiragino Sans',sans-serif";

const paragraph = (text: string) => `<p style="margin:0 0 16px;line-height:1.6">${escapeHtml(text)}</p>`;
const shownText = (text: string) =>
  `<p style="margin:0 0 12px;padding:12px 16px;background:#f1f3f5;border-radius:6px;font:600 16px monospace">${escapeHtml(text)}</p>`;
const button = ({ label, url }: NonNullable<MailParts['link']>) =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;background:#1864ab;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:12px;color:#5c6770;word-break:break-all">${escapeHtml(url)}</p>`;

function htmlOf({ language, subject, paragraphs, shown = [], link, smallPrint }: MailParts): string {
  const body = [...paragraphs.map(paragraph), ...shown.map(shownText), link ? button(link) : ''].join('\n');
  const small = smallPrint
    ? `<p style="margin:24px 0 0;font-size:12px;color:#5c6770">${escapeHtml(smallPrint)}</p>`
    : '';
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#eef1f4;color:#1b2430;font-size:15px;${FONT}">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 20px;font-size:20px">${escapeHtml(subject)}</h1>
${body}
${small}
</div></body></html>`;
}

/** Composes both forms of a mail. User input is escaped in HTML. */
export function composeMail(parts: MailParts): MailContent {
  const { subject, paragraphs, link, smallPrint } = parts;
  const shown = (parts.shown ?? []).map(mailedLoginId);
  const lines = [...paragraphs, ...shown.map((text) => `  ${text}`), ...(link ? [`${link.label}: ${link.url}`] : [])];
  return {
    subject: subject.replaceAll(/\s+/gu, ' '),
    text: [...lines, ...(smallPrint ? [smallPrint] : [])].join('\n\n'),
    html: htmlOf({ ...parts, shown }),
  };
}
