/** The languages of the product. */
export const languages = ['ko', 'en', 'ja'] as const;
export type Language = (typeof languages)[number];
