import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';

import { ROOT } from '../local/runtime.ts';

const sources = (folder: string) =>
  glob(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.test-support.ts', '**/testing/**'] });

// Plain transactions are for tests and for what the two paths are made of.
test('the API reads in read-only transactions, and writes by commitChange', async () => {
  const found: Record<string, number> = {};
  const plain: string[] = [];
  for await (const file of sources('api/src')) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    if (/\b(?:inCompany|inCompanyOf|outsideCompany)\(/u.test(text)) plain.push(file);
    for (const word of ['read', 'commitChange', 'change'])
      found[word] = (found[word] ?? 0) + (text.match(new RegExp(`\\b${word}\\(`, 'gu')) ?? []).length;
  }
  expect(found['read']).toBeGreaterThan(50);
  expect(found['commitChange']).toBeGreaterThan(30);
  expect(found['change']).toBeGreaterThan(50);
  expect(plain).toEqual([]);
});

/** Endpoints that are not read by GET and not declared by `routes.change`, and why. */
const otherwise: Readonly<Record<string, string>> = {
  listDevicesInUse: 'it reads',
  previewCompanyFunction: 'it reads',
  previewMove: 'it reads',
  previewWakeLoss: 'it reads',
  readManagerSettings: 'it reads',
  reportClientError: 'it stores nothing',
  signOut: 'its session is ended by the store of sessions',
  endOneSession: 'a session is ended by the store of sessions',
  endOtherSessions: 'sessions are ended by the store of sessions',
  changeIpPolicy: 'it changes an access policy, whose version is removed from Redis before the commit',
  writeCompanyFunction: 'it changes an access policy, whose version is removed from Redis before the commit',
  enrolAgent: 'one transaction has the enrolments of many calls',
  reportRemoteSession: 'a refusal inside its transaction is counted',
  deleteDevice: 'a command makes the same change',
  access: 'each of its forms is another change',
  issueBulk: 'each of its forms is another change',
  issueCommand: 'each of its forms is another change',
  resetPassword: 'each of its forms is another change',
  signIn: 'each of its forms is another change',
  updateManager: 'each of its forms is another change',
  updateProfile: 'each of its forms is another change',
  verifyEmail: 'each of its forms is another change',
  resetManagerPassword: 'it has two transactions, with the hash between them',
  changeDevices: 'it has several transactions',
  findId: 'it has several transactions',
  importGroups: 'it has several transactions',
  importUsers: 'it has several transactions',
  uploadApplication: 'it has several transactions',
};

test('an endpoint that writes is declared by `routes.change`, or has a reason', async () => {
  const endpoints = new Map<string, AnyEndpoint>();
  for await (const file of sources('shared/src/contract/http')) {
    const found = (await import(path.join(ROOT, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(found)) {
      if (typeof value === 'object' && value !== null && 'audits' in value) endpoints.set(name, value as AnyEndpoint);
    }
  }
  const registered: string[] = [];
  for await (const file of sources('api/src')) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/routes\.on\(\s*(\w+)/gu)) registered.push(name);
  }
  // One that is imported by another name is not found.
  expect(registered.filter((name) => !endpoints.has(name))).toEqual([]);
  const writing = registered.filter((name) => endpoints.get(name)?.method !== 'GET');
  expect(new Set(writing)).toEqual(new Set(Object.keys(otherwise)));
});
