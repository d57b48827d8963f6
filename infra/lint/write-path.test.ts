import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnyEndpoint } from '@vigil/shared/contract/endpoint';
import { expect, test } from 'vitest';
import { ROOT } from '../local/runtime.ts';

const sources = (folder: string) =>
  glob(`${folder}/**/*.ts`, { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.test-support.ts', '**/testing/**'] });

const readSource = (file: string) => readFile(path.join(ROOT, file), 'utf8');
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

/**
 * Sources with a transaction that is not `commitChange` or `commitCrossCompanyChange`, and why. What only reads across
 * companies is `readAll`.
 */
const plainly: Readonly<Record<string, string>> = {
  'api/src/identity/accounts/first-run.ts': 'it makes the first company, of which nobody is told, and needs no Redis',
  'api/src/operator/commands/companies.ts':
    'a company that is being made is in the scope of none, and nobody is told of it',
  'api/src/operator/commands/releases.ts':
    'releases are of no company, nothing follows from them, and they need no Redis',
  'api/src/operator/commands/setup.ts': 'nothing follows from an enrolment token, which needs no Redis',
  'api/src/operator/commands/simulated-history.ts':
    'a past of simulated devices, of which nobody is told, and which needs no Redis',
  'workers/src/alerts/heartbeat.ts': 'heartbeats and absences are of the servers, and belong to no company',
  'workers/src/agent-updates/advance-rollouts.ts': 'one transaction locks the rollouts of all companies',
  'workers/src/companies/erase-companies.ts': 'a company whose row is deleted has no browsers to tell',
  'workers/src/exports/maintain-exports.ts': 'it deletes what is old, of all companies',
  'workers/src/exports/write-export.ts': 'pieces and progress of a file, of which nobody is told; its end is a change',
  'workers/src/housekeeping/partitions.ts': 'partitions have rows of all companies',
  'workers/src/housekeeping/purge-expired.ts': 'it deletes what is old, of all companies',
  'workers/src/housekeeping/delete-old-history.ts': 'it deletes what is old, in batches, of which nobody is told',
  'workers/src/last-frames/remove-last-frames.ts':
    'frames of which Redis tells lists; it deletes those of all companies whose time has ended, each second',
  'workers/src/last-frames/restore-last-frames.ts': 'it deletes what is old, of all companies',
  'workers/src/last-frames/save-last-frames.ts': 'a batch of frames of all companies, of which nobody is told',
  'workers/src/channels/send-delivery.ts': 'an attempt of a delivery, of which nobody is told',
  'workers/src/mail/send-mail.ts': 'mails may belong to no company, and nobody is told of an attempt',
  'workers/src/stream/persist-commands.ts':
    'a batch of reports of all companies, each delivered again until it was published',
  'workers/src/stream/persist-last-reports.ts': 'a batch of samples of all companies, several thousand a second',
  'workers/src/stream/persist-connection-states.ts': 'a batch of samples of all companies, several thousand a second',
  'workers/src/stream/persist-usage-rollup.ts': 'a batch of samples of all companies, several thousand a second',
};

test.each(['api/src', 'workers/src'])('%s writes what is of one company by commitChange', async (folder) => {
  const plain: string[] = [];
  let changes = 0;
  for await (const file of sources(folder)) {
    const text = await readSource(file);
    if (/\b(?:inCompany|inCompanyOf|outsideCompany|asSystem)\(/u.test(text)) plain.push(file);
    changes += count(text, /\b(?:commitChange|commitCrossCompanyChange|routes\.change|routes\.changeByVariant)\(/gu);
  }
  expect(changes).toBeGreaterThan(10);
  expect(plain.toSorted()).toEqual(
    Object.keys(plainly)
      .filter((file) => file.startsWith(folder))
      .toSorted(),
  );
});

test('the API reads in read-only transactions', async () => {
  let reads = 0;
  for await (const file of sources('api/src'))
    reads += count(await readSource(file), /\bdatabase\.read(?:Of|Outside)?\(/gu);
  expect(reads).toBeGreaterThan(50);
});

/** Endpoints that are not read by GET and not declared by `routes.change` or `routes.changeByVariant`, and why. */
const otherwise: Readonly<Record<string, string>> = {
  listDevicesInUse: 'it reads',
  previewFunctionSettings: 'it reads',
  previewSightChanges: 'it reads',
  previewWakeLoss: 'it reads',
  readOwnRefreshIntervals: 'it reads',
  reportClientError: 'it stores nothing',
  changeIpPolicy: '`accessPolicies.change` is around its commit, and puts the policy in force',
  writeFunctionSettings: '`accessPolicies.change` is around its commit, and puts the policy in force',
  withdrawPayment: '`accessPolicies.change` is around its commit, and puts the licence in force',
  enrolAgent: 'one transaction has the enrolments of many calls',
  reportRemoteSession: 'a refusal inside its transaction is counted',
  postAccess: 'a sign-in that is refused is a change, too',
  issueBulkCommand: 'a deletion of many devices has several transactions',
  recoverAccount: 'it mails after the reply, whose time tells nothing of an account',
  signIn: 'a sign-in that is refused is a change, too',
  runBulkDeviceAction: 'it has several transactions',
  mailLoginId: 'it has several transactions',
  importGroups: 'it has several transactions',
  importUsers: 'it has several transactions',
  uploadApplicationPiece: 'it has several transactions',
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
    const text = await readSource(file);
    for (const [, name = ''] of text.matchAll(/routes\.on\(\s*(\w+)/gu)) registered.push(name);
  }
  // One that is imported by another name is not found.
  expect(registered.filter((name) => !endpoints.has(name))).toEqual([]);
  const writing = registered.filter((name) => endpoints.get(name)?.method !== 'GET');
  expect(new Set(writing)).toEqual(new Set(Object.keys(otherwise)));
});
