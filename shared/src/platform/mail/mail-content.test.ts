import { expect, test } from 'vitest';
import { languages } from '../../contract/languages.ts';
import { composeAccountMail } from './account-mail.ts';
import { accountTexts, type AccountMailKind } from './account-texts.ts';

const kinds = Object.keys(accountTexts) as AccountMailKind[];
const fields = {
  name: 'Kim & <b>Son</b>',
  email: 'kim@vigil.test',
  url: 'https://vigil.test/ko/reset-password?key=a&b="c"',
};

test.each(kinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
  '%s in %s has the same text in both forms, and user input is escaped in HTML',
  (kind, language) => {
    const { subject, text, html } = composeAccountMail(kind, { ...fields, language });
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toContain('<b>Son</b>');
    expect(`${subject}${text}${html}`).not.toMatch(/\{(?:name|email)\}|undefined/u);
    const { label } = accountTexts[kind][language];
    if (label === undefined) return;
    expect(text).toContain(`${label}: ${fields.url}`);
    expect(html).toContain('href="https://vigil.test/ko/reset-password?key=a&amp;b=&quot;c&quot;"');
  },
);
