import type { ExportRow } from '@vigil/shared/contract/http/exports';
import type { ExportId } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ExportTray } from './export-tray.tsx';

const row: ExportRow = {
  id: '0190a0b0-0000-7000-8000-000000000001' as ExportId,
  export_id: 'deviceListTable',
  state: 'failed',
  percent: 40,
  rows: 2,
  unread: 3,
  file_name: 'devices.xlsx',
  download_url: '',
  downloaded: 0,
  created_at: new Date(0).toISOString(),
};

test.for([
  ['en', '3 devices could not be read'],
  ['ko', '장치 3대를 읽지 못했습니다'],
  ['ja', '3台のデバイスを読み取れませんでした'],
] as const)('an export that failed says how many devices are missing (%s)', async ([language, text]) => {
  await render(<ExportTray />, { language, api: { call: (async () => ({ objects: [row] })) as never } });
  await expect.element(page.getByRole('alert')).toHaveTextContent(text);
});
