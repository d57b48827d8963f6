import { useMutation } from '@tanstack/react-query';
import { listNotices, readNotice } from '@vigil/shared/contract/routes/company';
import { deleteEnrolToken, listEnrolTokens } from '@vigil/shared/contract/routes/devices';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../lib/api.ts';
import { render } from '../testing/render.tsx';
import { defineResource } from './resource.ts';

const tokens = defineResource({ key: 'test-tokens', list: listEnrolTokens });
const notices = defineResource({ key: 'test-notices', list: listNotices, read: readNotice });

interface Request {
  query?: Record<string, unknown>;
  params?: Record<string, string>;
}

/** Answers calls in the way of the server. */
const answering = (answer: (endpoint: unknown, request?: Request) => unknown): Partial<Api> => ({
  call: (async (endpoint: unknown, request?: Request) => answer(endpoint, request)) as never,
});

function Tokens() {
  const { data } = tokens.useList();
  const change = tokens.useChange();
  const remove = useMutation({ mutationFn: () => change(deleteEnrolToken, { params: { pk: '1' } }) });
  return (
    <>
      <p>{data ? `${data.length} tokens` : 'unknown'}</p>
      <button type="button" onClick={() => remove.mutate()}>
        Remove
      </button>
      {remove.isError && <p>refused</p>}
    </>
  );
}

test('what a change did is read again', async () => {
  const rows = [{ pk: 1 }, { pk: 2 }];
  await render(<Tokens />, {
    api: answering((endpoint) => {
      if (endpoint === deleteEnrolToken) rows.pop();
      return { objects: [...rows] };
    }),
  });
  await expect.element(page.getByText('2 tokens')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('1 tokens')).toBeVisible();
});

test('a change that fails is told, and what there is now is read as well', async () => {
  let count = 2;
  await render(<Tokens />, {
    api: answering((endpoint) => {
      if (endpoint !== deleteEnrolToken) return { objects: Array.from({ length: count }, (_, pk) => ({ pk })) };
      // Someone else has deleted both.
      count = 0;
      throw new Error('gone');
    }),
  });
  await expect.element(page.getByText('2 tokens')).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('refused')).toBeVisible();
  await expect.element(page.getByText('0 tokens')).toBeVisible();
});

function Pages() {
  const [offset, setOffset] = useState(0);
  const query = notices.usePage({ limit: 1, offset });
  return (
    <>
      <p>{query.data?.objects.map(({ notice_title }) => notice_title).join() ?? 'unknown'}</p>
      {query.isPlaceholderData && <p>of before</p>}
      <button type="button" onClick={() => setOffset(1)}>
        Next
      </button>
    </>
  );
}

test('the rows of a page stay until those of the next one are read', async () => {
  const second = Promise.withResolvers<unknown>();
  await render(<Pages />, {
    api: answering((_, request) =>
      request?.query?.['offset'] === 1 ? second.promise : { objects: [{ notice_title: 'First' }] },
    ),
  });
  await expect.element(page.getByText('First')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText('of before')).toBeVisible();
  await expect.element(page.getByText('First')).toBeVisible();
  second.resolve({ objects: [{ notice_title: 'Second' }] });
  await expect.element(page.getByText('Second')).toBeVisible();
});

function One({ pk }: { pk: number }) {
  const { data } = notices.useOne(pk);
  return <p>{data === undefined ? 'unknown' : (data?.notice_title ?? 'none')}</p>;
}

test('one that does not exist is null, and another one has its own answer', async () => {
  const api = answering((_, request) => ({
    objects: request?.params?.['pk'] === '7' ? [{ notice_title: 'Seventh' }] : [],
  }));
  await render(
    <>
      <One pk={7} />
      <One pk={8} />
    </>,
    { api },
  );
  await expect.element(page.getByText('Seventh')).toBeVisible();
  await expect.element(page.getByText('none')).toBeVisible();
});
