import { listExports, postExport } from '@vigil/shared/contract/http/exports';
import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { holdStatement } from '../support/held-statement.ts';
import { expect, sharedStackTest as test } from '../support/system-test.ts';
import { readSheet } from '../support/workbook.ts';

const ROWS = 40_000;

test('a worker is killed in the middle of an export: no half file is offered, and the export is written anew with each row once', async ({
  stack,
}) => {
  const client = await stack.signIn();
  await using sql = Object.assign(postgres(stack.databaseAdminUrl, { max: 3, onnotice: () => undefined }), {
    [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
  });
  // Names that compress badly, so that the file has several pieces.
  await sql`
    insert into alerts (company_fk, device_fk, device_alias, device_os_id, alert_code, alert_value, generate, ended_at)
    select (select min(pk) from companies), 1, md5(n::text) || md5((-n)::text), 1, 'IW2', n, now() - n * interval '1 second', now()
    from generate_series(1, ${ROWS}::int) n`;
  const list = async () => (await client.call(listExports)).objects;
  const pieces = async () => (await sql<{ n: number }[]>`select n from export_chunks order by n`).map((row) => row.n);

  {
    await using held = await holdStatement(sql, { before: 'insert', table: 'export_chunks', when: 'new.n = 1' });
    await client.call(postExport, { body: { export_id: 'alertHistoryTable' } });
    await held.reached();
    await stack.workers[0]?.kill();
  }
  expect(await pieces()).toEqual([0]);
  expect(await list()).toMatchObject([{ state: 'running', download_url: '' }]);

  await stack.workers[0]?.start();
  // Redis holds the job of the killed worker for a while.
  await eventually(async () => expect(await list()).toMatchObject([{ state: 'ready', rows: ROWS }]), {
    timeout: 120_000,
  });
  const [ready] = await list();
  const file = await (await fetch(`${stack.api.url}${ready?.download_url}`)).arrayBuffer();
  const { rows } = await readSheet(Buffer.from(file));
  expect(rows).toHaveLength(ROWS + 1);
  expect(new Set(rows.slice(1).map((row) => row[4])).size).toBe(ROWS);
  expect(await sql`select attempt from export_chunks group by attempt`).toHaveLength(1);
});
