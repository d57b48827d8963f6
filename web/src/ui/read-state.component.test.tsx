import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiProblem } from '../lib/api-problem.ts';
import type { PaginationState } from '../lib/list-view.ts';
import { render } from '../testing/render.tsx';
import { PagedList } from './paged-list.tsx';
import { ListState, QueryContent } from './read-state.tsx';

const read = { isPending: false, isError: false, isPlaceholderData: false, error: null, refetch: () => {} };
const failure = { ...read, isError: true, error: new Error('broken') };
const texts = { failed: 'Not read', loading: 3, empty: { title: 'Nothing here' } };
const items = (rows: readonly string[]) => rows.map((row) => <p key={row}>{row}</p>);

test('a list is loading until its rows are known, and then shows them', async () => {
  const list = (rows: readonly string[] | undefined) => (
    <ListState query={{ ...read, isPending: rows === undefined }} rows={rows} {...texts}>
      {items}
    </ListState>
  );
  await render(list(undefined));
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await render(list(['One']));
  await expect.element(page.getByText('One')).toBeVisible();
});

test('a failed read says so beside the rows that are known, calls nothing empty, and can be repeated', async () => {
  const refetch = vi.fn<() => void>();
  const list = (rows: readonly string[]) => (
    <ListState query={{ ...failure, refetch }} rows={rows} {...texts}>
      {items}
    </ListState>
  );
  await render(list([]));
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(refetch).toHaveBeenCalledOnce();
  expect(page.getByText('Nothing here').elements()).toEqual([]);
  await render(list(['Known']));
  await expect.element(page.getByText('Known')).toBeVisible();
});

test('an empty list names the next step, or clears what narrows it', async () => {
  const onClear = vi.fn<() => void>();
  const list = (clear: (() => void) | null) => (
    <ListState query={read} rows={[]} onClear={clear} {...texts}>
      {items}
    </ListState>
  );
  await render(list(null));
  await expect.element(page.getByText('Nothing here')).toBeVisible();
  await render(list(onClear));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect(onClear).toHaveBeenCalledOnce();
});

test('what was read and is nothing draws nothing', async () => {
  const children = vi.fn<() => null>();
  await render(
    <main>
      <QueryContent query={{ ...read, data: null }} failed="Not read" loading={3}>
        {children}
      </QueryContent>
    </main>,
  );
  await expect.element(page.getByRole('main')).toBeEmptyDOMElement();
  expect(children).not.toHaveBeenCalled();
});

test('beyond the last page the list loads the last one in its place, and never counts as empty', async () => {
  const onPage = vi.fn<(page: PaginationState, options?: { replace: boolean }) => void>();
  const list = (objects: readonly string[], more: Partial<typeof read> = {}) => (
    <PagedList
      query={{ ...read, ...more, data: { objects, meta: { total_count: 12 } } }}
      page={{ index: 2, size: 10 }}
      onPage={onPage}
      {...texts}
    >
      {items}
    </PagedList>
  );
  await render(list(['Of another page'], { isPlaceholderData: true }));
  await expect.element(page.getByText('Of another page')).toBeVisible();
  expect(onPage).not.toHaveBeenCalled();
  await render(list([]));
  await expect.poll(() => onPage.mock.calls).toContainEqual([{ index: 1, size: 10 }, { replace: true }]);
  expect(page.getByText('Nothing here').elements()).toEqual([]);
});

test('what does not exist is called not found, with a way back instead of another try', async () => {
  const error = new ApiProblem(404, { code: 'not_found', message: 'Not found' });
  await render(<QueryContent query={{ ...failure, error }} failed="Not read" loading={3} />, { at: '/tickets/7' });
  await expect.element(page.getByText('Not found')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back to the list' })).toHaveAttribute('href', '/en/tickets');
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0);
});
