import type { Notice } from '@vigil/shared/contract/http/notices';
import type { NoticePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { NoticeDialog } from './notice-dialog.tsx';

const notice: Notice = {
  pk: 1 as NoticePk,
  notice_title: '점검',
  notice_content: '<p>일요일</p>',
  notice_date: new Date(0).toISOString(),
  create_time: new Date(0).toISOString(),
  type: 'ko',
};

test('a notice in another language than the page names its language', async () => {
  await render(<NoticeDialog notice={notice} onClose={() => {}} />, { language: 'en' });
  await expect.element(page.getByRole('dialog').getByText('Korean')).toBeVisible();
});
