import { expect, test } from 'vitest';
import { languages } from '../../contract/problem-texts.ts';
import { accountTexts, type AccountLetter } from './account-texts.ts';
import { composeAccountLetter } from './account-letter.ts';

const kinds = Object.keys(accountTexts) as AccountLetter[];
const facts = {
  name: 'Kim & <b>Son</b>',
  email: 'kim@vigil.test',
  url: 'https://vigil.test/ko/reset-password?key=a&b="c"',
};

test.each(kinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
  '%s in %s says the same in both forms, and what people typed is no HTML',
  (kind, language) => {
    const { subject, text, html } = composeAccountLetter(kind, { ...facts, language });
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toContain('<b>Son</b>');
    expect(`${subject}${text}${html}`).not.toMatch(/\{(?:name|email)\}|undefined/u);
    if (accountTexts[kind][language].label === undefined) return;
    expect(text).toContain(facts.url);
    expect(html).toContain('href="https://vigil.test/ko/reset-password?key=a&amp;b=&quot;c&quot;"');
  },
);
