import type { DownloadableFile } from '@vigil/shared/contract/http/downloads';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { DownloadLine } from './download-line.tsx';

const file: DownloadableFile = {
  id: '1',
  kind: 'extra',
  dev_os_id: 0,
  arch: null,
  needs_node: null,
  lang: null,
  file_name: '',
  size: 1,
  sha256: '',
  url: '/downloads/1',
};

test.each([
  ['extra', 'Guide.PDF', 'file-text'],
  ['extra', 'rooms.xlsx', 'file-text'],
  ['extra', 'manager.exe', 'package'],
  ['extra', 'pdf', 'package'],
  ['document', 'manual.html', 'file-text'],
  ['agent', 'agent.zip', 'package'],
] as const)('a file of the kind %s with the name %s has the icon %s', async (kind, file_name, icon) => {
  await render(
    <ul>
      <DownloadLine file={{ ...file, kind, file_name }} system="2" />
    </ul>,
  );
  await expect.element(page.getByText(file_name, { exact: true })).toBeVisible();
  expect(document.querySelector('li svg')?.getAttribute('class')).toContain(`tabler-icon-${icon}`);
});

test('a manual is called by its name, above that of its file', async () => {
  const manual = { ...file, kind: 'document', file_name: 'agent-manual.en.html', size: 2_048 } as const;
  await render(
    <ul>
      <DownloadLine file={manual} system="2" />
    </ul>,
  );
  await expect.element(page.getByText('Agent manual')).toBeVisible();
  await expect.element(page.getByText(/agent-manual\.en\.html · /u)).toBeVisible();
});
