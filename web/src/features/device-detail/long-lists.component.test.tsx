import type { DeviceDetail } from '@vigil/shared/contract/device';
import { encodeSoftwareList } from '@vigil/shared/domain/device-lists';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeFleetDevice } from '../../live/fake-device.test-support.ts';
import type { DeviceProcesses } from '../../live/live-data.ts';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { ProcessTable } from './process-table.tsx';
import { ProcessesTab } from './processes-tab.tsx';
import { SoftwareTab } from './software-tab.tsx';

const COUNT = 1_200;
const numbers = Array.from({ length: COUNT }, (_, at) => at + 1);

const software = encodeSoftwareList(
  numbers.map((n) => ({
    name: `Program ${n}`,
    company: 'Maker',
    install_date: '',
    version: `${n}.0`,
    description: n % 2 === 0 ? 'Tool' : '',
  })),
);
const detail = { pk: 1, alias: 'Till', software_list: software } as unknown as DeviceDetail;
const lines = numbers.map((n) => ({ key: String(n), name: `process-${n}`, pid: n, cpu: 0, memory: 0 }));
const device = fakeFleetDevice(1, { alias: 'Till', isApproved: true, dev_os_id: 2 });

const ProcessList = () => <ProcessTable device={device} lines={lines} isLive />;
const SoftwareList = () => <SoftwareTab detail={detail} />;

test.each([
  ['Software', SoftwareList, /^Program 1 /u, new RegExp(`^Program ${COUNT} `, 'u')],
  ['Processes', ProcessList, /^process-1 /u, new RegExp(`^process-${COUNT} `, 'u')],
] as const)(
  '%s: the last of many rows is reached by keys, and each row knows its place',
  async (name, List, first, last) => {
    await render(<List />, { profile: administrator, fleet: {} });
    const table = page.getByRole('table', { name });
    const row = (text: RegExp) => table.getByRole('row', { name: text });
    await expect.element(table).toHaveAttribute('aria-rowcount', String(COUNT + 1));
    await expect.element(row(first)).toHaveAttribute('aria-rowindex', '2');
    expect(table.getByRole('row').elements().length).toBeLessThan(100);

    const region = page.getByRole('region', { name });
    (region.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(row(last)).toBeInViewport();
    await expect.element(row(last)).toHaveAttribute('aria-rowindex', String(COUNT + 1));
    await userEvent.keyboard('{Home}');
    await expect.element(row(first)).toBeInViewport();
  },
);

test('Tab goes from one process to the next beyond the rows that are shown', async () => {
  await render(<ProcessList />, { profile: administrator, fleet: {} });
  const end = (n: number) => page.getByRole('button', { name: `End process-${n}`, exact: true });
  const inDocument = page.getByRole('row').elements().length - 1;
  (end(inDocument - 4).element() as HTMLElement).focus();
  for (let n = inDocument - 3; n < inDocument + 10; n += 1) {
    await userEvent.keyboard('{Tab}');
    await expect.element(end(n)).toHaveFocus();
  }
});

test('a list that has only the first of its rows says how many there are', async () => {
  const part = { ...detail, software_total: 5_001 };
  const first = await render(<SoftwareTab detail={part} />, { profile: administrator, fleet: {} });
  await expect.element(page.getByText('1,200 programs · First 1,200 of 5,001')).toBeVisible();
  await first.unmount();

  const rows = numbers.map((n) => ({ name: `process-${n}`, pid: n, cpu_usage: 0, memory_usage: 0 }));
  const live = { at: Date.UTC(2026, 0, 1), rows, total: 2_345 } as unknown as DeviceProcesses;
  await render(<ProcessesTab device={device} detail={null} live={live} />, {
    profile: administrator,
    fleet: { watchProcesses: () => () => undefined },
  });
  await expect.element(page.getByText(/ · First 1,200 of 2,345$/u)).toBeVisible();
});
