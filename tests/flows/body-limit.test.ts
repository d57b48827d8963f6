import { request } from 'node:http';
import { importUsers } from '@vigil/shared/contract/http/imports';
import { MAX_IMPORT_BODY_BYTES } from '@vigil/shared/contract/import-rules';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { expect, test } from '../support/system-test.ts';

const PIECE = Buffer.alloc(65_536, 'a');
const PIECES = (8 * MAX_IMPORT_BODY_BYTES) / PIECE.length;

/** @returns the status of the answer */
const post = (url: string, token: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { token, 'content-type': 'application/json', 'content-length': PIECES * PIECE.length };
    const sent = request(`${url}${API_BASE}${importUsers.path}`, { method: 'POST', headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    sent.once('error', reject);
    let left = PIECES;
    const write = (): void => {
      for (; left > 0; left -= 1) if (!sent.write(PIECE)) return void sent.once('drain', () => ((left -= 1), write()));
      sent.end();
    };
    write();
  });

test('a body that is too large is answered as such through the reverse proxy', async ({ start }) => {
  const stack = await start({});
  const { token } = await stack.signIn();
  for (let i = 0; i < 10; i += 1) expect(await post(stack.url, token ?? '')).toBe(413);
});
