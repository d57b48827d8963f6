import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that depends on neither of them. */
export const isSameSecret = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));
