import { randomInt } from 'node:crypto';
import { hashToken } from '@vigil/shared/platform/tokens';

/** Without I, O, 0 and 1, which are mistaken for one another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const BLOCKS = 4;
const BLOCK = 5;

/** A hundred random bits cannot be guessed. */
export const randomInvitationCode = (): string =>
  Array.from({ length: BLOCKS }, () =>
    Array.from({ length: BLOCK }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Typed from a mail: case, spaces and dashes do not matter. */
export const hashInvitationCode = (code: string): string => hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/gu, ''));
