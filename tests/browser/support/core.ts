/** English stands for all languages in every run; the others repeat the same flow. */
export const coreIn = (language: string): { tags?: 'core' } => (language === 'en' ? { tags: 'core' } : {});
