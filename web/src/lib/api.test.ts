import { signUp } from '@vigil/shared/contract/routes/accounts';
import { listNotices } from '@vigil/shared/contract/routes/company';
import { readDevice } from '@vigil/shared/contract/routes/devices';
import { expect, test } from 'vitest';
import { createApi, abortWithSession, COOKIE_SESSION_TOKEN } from './api.ts';

/** A server that gives every request this answer, and records the requests. */
function setUp(answer: () => Response | Promise<Response>, token: string | null = 'of the session') {
  const session = { token };
  const requests: Request[] = [];
  const lost: string[] = [];
  const gated: true[] = [];
  const api = createApi({
    fetch: (address, init) => {
      const url = address instanceof Request ? address.url : address;
      requests.push(new Request(new URL(url, 'http://vigil.test'), init));
      return Promise.resolve().then(answer);
    },
    token: () => session.token,
    language: () => 'ko',
    onSessionLost: (reason) => void lost.push(reason),
    onLicenceGate: () => void gated.push(true),
    now: () => 0,
  });
  return { api, session, requests, lost, gated };
}

const failure = (status: number, code: string, { headers = {}, detail }: { headers?: object; detail?: string } = {}) =>
  Response.json(
    { status, error: { code, message: 'words of the server', detail } },
    { status, headers: { ...headers } },
  );

test('a request carries the language and the session, and its answer is unwrapped', async () => {
  const { api, requests } = setUp(() => Response.json({ status: 200, objects: [], meta: { total_count: 0 } }));
  const answer = await api.call(listNotices, { query: { type: 'ko', limit: 3 } });
  expect(answer).toEqual({ objects: [], meta: { total_count: 0 } });
  const [request] = requests;
  expect(request?.url).toBe('http://vigil.test/lmm/api/v1.0/notices?type=ko&limit=3');
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    accept: 'application/json',
    'accept-language': 'ko',
    token: 'of the session',
  });
  expect(request?.signal.aborted).toBe(false);
  expect(request?.credentials).toBe('omit');
});

test('a session in a cookie sends cookies and no token, and no other call does', async () => {
  const answer = () => Response.json({ status: 200, objects: [] }, { headers: { 'frame-age': '5' } });
  const { api, session, requests } = setUp(answer, COOKIE_SESSION_TOKEN);
  await api.call(listNotices, { query: { type: 'ko' } });
  await api.frame('guid', 'jpg');
  session.token = null;
  await api.call(listNotices, { query: { type: 'ko' } });
  await api.call(listNotices, { query: { type: 'ko' } }, { token: COOKIE_SESSION_TOKEN });
  session.token = 'of a person';
  await api.call(listNotices, { query: { type: 'ko' } });
  expect(requests.map(({ credentials }) => credentials)).toEqual([
    'same-origin',
    'same-origin',
    'omit',
    'same-origin',
    'omit',
  ]);
  expect(requests.map(({ headers }) => headers.get('token'))).toEqual([null, null, null, null, 'of a person']);
});

test('a body is sent as JSON, and no token without a session', async () => {
  const { api, requests } = setUp(() => Response.json({ status: 200, objects: {} }), null);
  const body = {
    mgrid: 'mina',
    pw: 'x',
    name: 'Mina',
    mail: 'm@vigil.test',
    subscription: 'web',
    agree_use: true,
    agree_privacy: true,
  } as const;
  await api.call(signUp, { body });
  const [request] = requests;
  expect(request?.headers.get('content-type')).toBe('application/json');
  expect(request?.headers.has('token')).toBe(false);
  expect(await request?.json()).toEqual(body);
});

test('a parameter is escaped in the address', async () => {
  const { api, requests } = setUp(() => Response.json({ status: 200, objects: [] }));
  await api.call(readDevice, { params: { pk: '1/../2?x' } });
  expect(requests[0]?.url).toBe('http://vigil.test/lmm/api/v1.0/devices/1%2F..%2F2%3Fx');
});

test('a failure has the code and the message of the server, and the time to retry after', async () => {
  const { api, lost } = setUp(() => failure(429, 'too_many_requests', { headers: { 'retry-after': '42' } }));
  const error = api.call(listNotices);
  await expect(error).rejects.toMatchObject({
    status: 429,
    code: 'too_many_requests',
    message: 'words of the server',
    retryAfter: 42,
    isUnreachable: false,
  });
  expect(lost).toEqual([]);
});

test('an unreachable server is distinguished from one that answers with an error', async () => {
  const call = (answer: () => Response) => setUp(answer).api.call(listNotices);
  const refused = () => {
    throw new TypeError('fetch failed');
  };
  await expect(call(refused)).rejects.toMatchObject({ status: 0, code: 'network', isUnreachable: true });
  const proxy = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  await expect(call(proxy)).rejects.toMatchObject({ code: 'unavailable', isUnreachable: true });
  const crash = () => new Response('', { status: 500 });
  await expect(call(crash)).rejects.toMatchObject({ code: 'internal', isUnreachable: false });
});

test('a session ends with the reason that the server names', async () => {
  const ended = setUp(() => failure(401, 'session_invalid', { detail: 'ended_elsewhere' }));
  await expect(ended.api.call(listNotices)).rejects.toMatchObject({ code: 'session_invalid' });
  expect(ended.lost).toEqual(['ended_elsewhere']);
});

test('a refused session ends, unless the call had a token of its own', async () => {
  const { api, lost } = setUp(() => failure(401, 'session_invalid'));
  await expect(api.call(listNotices, {}, { token: 'half' })).rejects.toMatchObject({ code: 'session_invalid' });
  expect(lost).toEqual([]);
  await expect(api.call(listNotices)).rejects.toMatchObject({ code: 'session_invalid' });
  expect(lost).toEqual(['']);
  const wrong = setUp(() => failure(401, 'invalid_id_and_pw'));
  await expect(wrong.api.call(listNotices)).rejects.toMatchObject({ code: 'invalid_id_and_pw' });
  expect(wrong.lost).toEqual([]);
});

test('an answer that the company is blocked by its licence is reported, and thrown', async () => {
  const { api, gated } = setUp(() => failure(402, 'licence_gate'));
  await expect(api.call(listNotices, { query: { type: 'ko', limit: 3 } })).rejects.toMatchObject({
    code: 'licence_gate',
  });
  expect(gated).toEqual([true]);
});

test('the end of a session aborts what was asked in it, but not what outlives its page', async () => {
  const { api, requests } = setUp(() => new Promise<Response>(() => {}));
  const session = new AbortController();
  const bound = abortWithSession(api, session.signal);
  void bound.call(listNotices, {}).catch(() => undefined);
  void bound.call(listNotices, {}, { keepalive: true }).catch(() => undefined);
  session.abort();
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  // A component may be shown in the moment in which the session ends, and asks then.
  void bound.call(listNotices, {}).catch(() => undefined);
  expect(requests[2]?.signal.aborted).toBe(true);
});

test('a late answer of the session before does not end the present one', async () => {
  const answer = Promise.withResolvers<Response>();
  const { api, session, lost } = setUp(() => answer.promise);
  const asked = api.call(listNotices, {});
  session.token = 'of the next session';
  answer.resolve(failure(401, 'session_invalid'));
  await expect(asked).rejects.toThrow('words of the server');
  expect(lost).toEqual([]);
});

test('a stored frame comes with its age; without one there is null, and a failure is thrown', async () => {
  const answers = [new Response('frame', { headers: { 'frame-age': '1500' } }), failure(404, 'not_found')];
  const { api } = setUp(() => answers.shift() ?? failure(503, 'unavailable'));
  const stored = await api.frame('guid', 'jpg');
  expect([await stored?.bytes.text(), stored?.ageMs]).toEqual(['frame', 1_500]);
  expect(await api.frame('guid', 'jpg')).toBeNull();
  await expect(api.frame('guid', 'jpg')).rejects.toMatchObject({ code: 'unavailable' });
});
