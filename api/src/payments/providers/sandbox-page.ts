import { createHash } from 'node:crypto';
import { paymentMethods, type PaymentMethod } from '@vigil/shared/contract/http/payments';
import type { Language } from '@vigil/shared/contract/languages';
import { escapeHtml } from '@vigil/shared/platform/mail/mail-content';
import { sandboxTexts, type SandboxTexts } from '../../texts/sandbox-texts.ts';
import type { PaymentOrder } from './provider.ts';

const STYLE = `
:root{color-scheme:light dark;--page:#f7f8fa;--card:#fff;--text:#1d2129;--quiet:#6b7280;--line:#e5e7ec;--accent:#5b5bd6}
@media (prefers-color-scheme:dark){:root{--page:#14151a;--card:#1c1e25;--text:#e6e7eb;--quiet:#9498a6;--line:#343843}}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.6 Inter,-apple-system,'Segoe UI',Roboto,'Apple SD Gothic Neo','Malgun Gothic','Hiragino Sans',sans-serif}
main{max-width:640px;margin:24px auto;padding:24px;background:var(--card);border:1px solid var(--line);border-radius:8px}
h1{font-size:20px;margin:0 0 4px}
p{margin:0 0 16px;color:var(--quiet)}
.note{padding:8px 12px;border:1px dashed var(--accent);border-radius:6px;color:var(--text)}
strong{font-size:24px}
fieldset{margin:0 0 16px;border:1px solid var(--line);border-radius:6px}
label{display:block;padding:4px 0}
button{padding:10px 20px;border:0;border-radius:6px;background:var(--accent);color:#fff;font:inherit;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

const SCRIPT = `document.querySelector('button').addEventListener('click',()=>window.close());`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page runs nothing but the script that closes its window, and loads nothing. */
export const SANDBOX_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (language: Language, body: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${sandboxTexts[language].title}</title>
<style>${STYLE}</style></head>
<body><main><h1>${sandboxTexts[language].title}</h1><p class="note">${sandboxTexts[language].note}</p>
${body}</main></body></html>`;

const radios = <V extends string>(name: string, texts: Readonly<Record<V, string>>, chosen: V): string =>
  (Object.entries(texts) as [V, string][])
    .map(
      ([value, text]) =>
        `<label><input type="radio" name="${name}" value="${value}"${value === chosen ? ' checked' : ''}> ${text}</label>`,
    )
    .join('\n');

const fieldset = (legend: string, inside: string): string => `<fieldset><legend>${legend}</legend>${inside}</fieldset>`;

function orderText({ amount, type, devices, months }: PaymentOrder, language: Language, texts: SandboxTexts): string {
  const number = new Intl.NumberFormat(language);
  const order = texts.order
    .replace('{type}', type)
    .replace('{devices}', number.format(devices))
    .replace('{months}', number.format(months));
  return `<p>${order}<br><strong>${number.format(amount)} WON</strong></p>`;
}

/** Where the buyer chooses how to pay, and how the attempt ends. It asks for no data of a card. */
export function sandboxOrderPage(order: PaymentOrder, language: Language): string {
  const texts = sandboxTexts[language];
  const method: PaymentMethod = order.method ?? paymentMethods[0];
  return page(
    language,
    `${orderText(order, language, texts)}<form method="post">
${fieldset(texts.method, radios('method', texts.methods, method))}
${fieldset(texts.outcome, radios('outcome', texts.outcomes, 'success'))}
${fieldset(texts.delivery, radios('delivery', texts.deliveries, 'once'))}
<button>${texts.pay}</button></form>`,
  );
}

/** What became of it. */
export const sandboxResultPage = (text: string, language: Language): string =>
  page(
    language,
    `<p>${escapeHtml(text)}</p><button type="button">${sandboxTexts[language].close}</button><script>${SCRIPT}</script>`,
  );
