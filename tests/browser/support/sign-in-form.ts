import type { Page } from 'playwright';
import type { Person } from './companies.ts';

const words = {
  en: { id: 'ID', password: 'Password', submit: 'Sign in' },
  ko: { id: '아이디', password: '비밀번호', submit: '로그인' },
} as const;

/** The languages that the menus offer, in which each screen is looked at. */
export const bothLanguages = ['en', 'ko'] as const;
export type OfferedLanguage = (typeof bothLanguages)[number];

/** Fills the form of the sign-in in, and sends it. */
export async function signInAs(page: Page, { id, password }: Person, language: OfferedLanguage = 'en'): Promise<void> {
  const text = words[language];
  await page.getByRole('textbox', { name: text.id, exact: true }).fill(id);
  await page.getByLabel(text.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: text.submit, exact: true }).click();
}
