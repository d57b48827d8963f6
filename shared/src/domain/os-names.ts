import type { OsId } from '../contract/device.ts';

/** The names of the systems, which are the same in every language; empty for one that is not known. */
export const osNames: { readonly [O in OsId]: string } = {
  0: '',
  1: 'Windows',
  2: 'Linux',
  3: 'macOS',
  4: 'Android',
  5: 'iOS',
};
