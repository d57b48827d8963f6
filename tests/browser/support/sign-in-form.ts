import type { Page } from 'playwright';
import type { TestUser } from './companies.ts';

const words = {
  en: { id: 'ID', password: 'Password', submit: 'Sign in' },
  ko: { id: '아이디', password: '비밀번호', submit: '로그인' },
} as const;

/** The languages that the menus offer, in which each screen is looked at. */
export const bothLanguages = ['en', 'ko'] as const;
export type OfferedLanguage = (typeof bothLanguages)[number];

/** Fills the form of the sign-in in, and sends it. */
export async function signInAs(
  page: Page,
  { id, password }: TestUser,
  language: OfferedLanguage = 'en',
): Promise<void> {
  const text = words[language];
  await page.getByRole('textbox', { name: text.id, exact: true }).fill(id);
  await page.getByLabel(text.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: text.submit, exact: true }).click();
}

/** From the English shell. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account:/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Where the sign-in leads. */
export const allDevices = (language: OfferedLanguage): RegExp => new RegExp(`/${language}/device/all$`, 'u');
