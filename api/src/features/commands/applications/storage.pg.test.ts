import {
  createApplication,
  deleteApplication,
  listApplications,
  uploadApplicationPiece,
} from '@vigil/shared/contract/http/applications';
import { expect } from 'vitest';
import { apiTest } from '../../../testing/fixture.ts';
import { addressOf, type TestApi } from '../../../testing/test-api.ts';
import { addCompany } from '../../../testing/world.ts';

/** A file system of Linux without any space. */
const FULL_DISK = '/proc';

const test = apiTest({
  APPLICATION_MAX_MB: '10',
  APPLICATION_TOTAL_MB: '10',
  APPLICATION_TRIAL_MB: '2',
  APPLICATION_ALL_COMPANIES_MB: '12',
  // No block of it is free.
  DATABASE_DIR: FULL_DISK,
});
let api: TestApi;
test.beforeAll(({ api: started }) => {
  api = started;
});

const MB = 1_048_576;
let count = 0;
const announce = (token: string, megabytes: number) =>
  api.call(token, createApplication, {
    body: { name: `App ${(count += 1)}`, version: '1', file_name: 'app.sh', size: megabytes * MB },
  });

test('a company with the free trial only stores less than one with a licence', async () => {
  const [trial, paid] = await Promise.all([addCompany(api, { type: 'Free' }), addCompany(api, { type: 'Basic' })]);
  const spaceOf = async (token: string) => (await api.call(token, listApplications)).meta.max_bytes / MB;
  expect([await spaceOf(trial.admin), await spaceOf(paid.admin)]).toEqual([2, 10]);
  expect((await announce(trial.admin, 3)).error?.code).toBe('application_limit');
  expect((await announce(trial.admin, 1)).status).toBe(200);
  expect((await announce(paid.admin, 3)).status).toBe(200);
});

test('all companies together store only so much, and what one deletes is free for another', async () => {
  const [one, other] = await Promise.all([addCompany(api), addCompany(api)]);
  const held = await announce(one.admin, 7);
  expect(held.status).toBe(200);
  expect((await announce(other.admin, 7)).error?.code).toBe('storage_full');
  await api.call(one.admin, deleteApplication, { params: { pk: String(held.objects[0]?.pk) } });
  expect((await announce(other.admin, 7)).status).toBe(200);
});

test('while the disk of the database is nearly full, no piece is stored', async ({ skip }) => {
  skip(process.platform !== 'linux');
  const { admin } = await addCompany(api);
  const [application] = (await announce(admin, 1)).objects;
  const reply = await api.app.inject({
    method: 'PUT',
    url: addressOf(uploadApplicationPiece, { params: { pk: String(application?.pk) }, query: { offset: '0' } }),
    headers: { token: admin, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('#!/bin/sh\necho installed\n'),
  });
  expect(reply.json()).toMatchObject({ error: { code: 'storage_full' } });
  expect((await api.call(admin, listApplications)).objects).toMatchObject([{ pk: application?.pk, received: 0 }]);
});
