import { Button, Checkbox, Menu, Radio, SegmentedControl, Select, Switch } from '@mantine/core';
import type { DeviceDetail } from '@vigil/shared/contract/device';
import type { IncidentAlert } from '@vigil/shared/contract/http/incidents';
import { encodeSoftwareList } from '@vigil/shared/domain/device-lists';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { GroupNode } from '../entities/group/group-tree.ts';
import { DayRangeFields } from '../entities/session/day-range-fields.tsx';
import { ProcessTable } from '../features/device-detail/process-table.tsx';
import { SoftwareTab } from '../features/device-detail/software-tab.tsx';
import { VisibleColumnChooser } from '../features/devices/column-chooser.tsx';
import { sampleGroupDetail } from '../features/group-detail/group.test-support.ts';
import { GroupTable } from '../features/groups/group-table.tsx';
import { AlertTimeline } from '../features/incidents/alert-timeline.tsx';
import { fakeFleetDevice } from '../live/fake-device.test-support.ts';
import { createFleetStore } from '../live/fleet-store.ts';
import { render } from '../testing/render.tsx';
import { administrator } from '../testing/sample-profile.ts';
import { DataTable } from '../ui/data-table.tsx';
import { FilterBar, SearchForm } from '../ui/filter-bar.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';

const FINGER_PX = 40;
/** In a narrower field the beginning of what is typed is out of sight. */
const TEXT_PX = 120;

beforeEach(() => page.viewport(390, 844));

const nameOf = (element: Element): string =>
  `${element.tagName.toLowerCase()} ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}`;

const shown = (selector: string): Element[] =>
  [...document.querySelectorAll(selector)].filter(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('.visually-hidden, [aria-hidden=true]') === null,
  );

const isCut = (element: Element): boolean =>
  element.getBoundingClientRect().right > window.innerWidth ||
  (element.clientWidth > 0 &&
    element.scrollWidth > element.clientWidth + 1 &&
    getComputedStyle(element).overflowX !== 'visible');

/** What lies beyond the window, is cut by its frame, or is reached only by scrolling sideways. */
const cutOff = () => shown('html, body *').filter(isCut).map(nameOf);

const narrowFields = () =>
  shown('input[type=search], input[type=text]:not([readonly])')
    .filter((element) => element.getBoundingClientRect().width < TEXT_PX)
    .map(nameOf);

const TARGETS =
  'button, input:not([type=checkbox], [type=radio]), [role^=menuitem], [role=option], [role=radiogroup], .pressed label[class*=-label]';

const smallTargets = () =>
  shown(TARGETS)
    .filter((element) => Math.round(element.getBoundingClientRect().height) < FINGER_PX)
    .map(nameOf);

const node: GroupNode = {
  group: { ...sampleGroupDetail, name: 'Seoul headquarters, server room of level 4', manager_email: 'ops@vigil.test' },
  isDefault: false,
  isPermitted: true,
  depth: 0,
  parent: null,
  children: [],
};
const device = fakeFleetDevice(1, { alias: 'Till', isApproved: true, dev_os_id: 2 });
const detail = {
  pk: 1,
  alias: 'Till',
  software_list: encodeSoftwareList([
    { name: 'Cash register', company: 'Maker', install_date: '2026-01-01', version: '10.2.1', description: 'Tool' },
  ]),
} as unknown as DeviceDetail;
const alert = {
  pk: 1,
  device_pk: 1,
  device_alias: 'BERLIN-IOT-00004',
  unknown_since: null,
  unknown_spans: [],
  last_value: null,
  end_reason: null,
  alert_code: 'IW1',
  at: '2026-01-01T00:00:00.000Z',
  ended_at: null,
} as unknown as IncidentAlert;
const choices = [{ value: 'name', label: 'Device name' }] as const;

const parts: { readonly [part: string]: ReactNode } = {
  'the tools of a list': (
    <FilterBar>
      <SearchForm choices={choices} search={{ key: 'name', value: 'register' }} onSearch={() => {}} />
      <DayRangeFields range={{ from: '2026-01-01', to: '2026-01-31' }} onChange={() => {}} />
    </FilterBar>
  ),
  'the pages of a list': <Pager page={{ index: 1, size: 20 }} total={1_000} onPage={() => {}} />,
  'groups in a table': (
    <GroupTable
      nodes={[node]}
      parentLevelPath={null}
      counts={new Map()}
      onDelete={() => {}}
      selected={new Set()}
      onSelect={() => {}}
    />
  ),
  processes: (
    <ProcessTable
      device={device}
      lines={[{ key: '1', name: 'com.example.cash-register', pid: 12_345, cpu: 12.5, memory: 3.5 }]}
      isLive
    />
  ),
  software: <SoftwareTab detail={detail} />,
  'alerts over time': <AlertTimeline alerts={[alert]} firstAt={alert.at} resolvedAt={null} />,
};

const fleet = { store: createFleetStore({ onGap: () => undefined, schedule: (flush) => flush() }) };

test.each(Object.keys(parts))('a phone shows %s whole', async (part) => {
  await render(<div style={{ padding: 16 }}>{parts[part]}</div>, { profile: administrator, fleet });
  await expect.poll(() => shown('button, table, input, li').length).toBeGreaterThan(0);
  expect({ cutOff: cutOff(), narrowFields: narrowFields() }).toEqual({ cutOff: [], narrowFields: [] });
});

test('two tools of a page stand beside each other, not at both ends of the line', async () => {
  await render(
    <Page
      title="Lobby"
      tools={
        <>
          <Button>Activity</Button>
          <Button>Devices</Button>
        </>
      }
    >
      <p>Content</p>
    </Page>,
  );
  const edges = (name: string) => page.getByRole('button', { name }).element().getBoundingClientRect();
  expect(edges('Devices').left - edges('Activity').right).toBeLessThan(20);
});

test('a row that can be selected has its box beside what it says', async () => {
  await render(
    <DataTable
      rows={[{ pk: 1, name: 'Busan' }]}
      pkOf={({ pk }) => pk}
      columns={[{ id: 'name', label: 'Name', render: ({ name }) => name }]}
      selection={{ selected: new Set<number>(), onSelect: () => {}, labelOf: ({ name }) => name }}
    />,
  );
  const box = page.getByRole('checkbox', { name: 'Busan' }).element().getBoundingClientRect();
  const cell = page.getByText('Busan').element().getBoundingClientRect();
  expect(box.right).toBeLessThan(cell.left + 12);
  expect(Math.abs(box.top + box.bottom - cell.top - cell.bottom)).toBeLessThan(12);
});

test('a table that is wider than its place is scrolled, not cut', async () => {
  await page.viewport(1024, 768);
  await render(
    <div style={{ width: 320, overflow: 'clip' }}>
      <DataTable
        rows={[{ pk: 1 }]}
        pkOf={({ pk }) => pk}
        columns={['Requested on', 'Work time', 'Approver'].map((label) => ({
          id: label,
          label,
          render: () => <Button>{`Review ${label}`}</Button>,
        }))}
      />
    </div>,
  );
  const last = page.getByRole('button', { name: 'Review Approver' });
  last.element().scrollIntoView();
  expect(last.element().getBoundingClientRect().right).toBeLessThanOrEqual(330);
});

test('options that open above an on-screen keyboard stay in the window', async () => {
  await page.viewport(390, 450);
  await render(
    <div style={{ paddingTop: 200 }}>
      <Select aria-label="Group" data={Array.from({ length: 12 }, (_, n) => `Group ${n}`)} />
    </div>,
  );
  const bottom = () => page.getByRole('listbox').element().getBoundingClientRect().bottom;
  await page.getByRole('combobox', { name: 'Group' }).click();
  await expect.element(page.getByRole('option', { name: 'Group 0' })).toBeVisible();
  await expect.poll(bottom).toBeLessThanOrEqual(450);
});

test('what is pressed on a phone is as large as a finger', async () => {
  await render(
    <>
      {parts['the tools of a list']}
      {parts['the pages of a list']}
      {parts.processes}
      <SegmentedControl size="xs" data={['Open', 'Resolved']} />
      <div className="pressed">
        <Checkbox label="Commands" description="What the menu of a device offers" />
        <Radio label="30 days" />
        <Switch label="File transfer" size="sm" />
      </div>
      <Select aria-label="Group" size="xs" data={['ROOT']} defaultDropdownOpened />
      <Menu opened>
        <Menu.Target>
          <Button size="compact-sm">More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Reboot</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>,
    { profile: administrator, fleet },
  );
  await expect.element(page.getByRole('option', { name: 'ROOT' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Reboot' })).toBeVisible();
  expect(smallTargets()).toEqual([]);
});

test('the choice of columns ends inside of a phone that lies on its side', async () => {
  await page.viewport(844, 390);
  await render(
    <div style={{ paddingTop: 190 }}>
      <VisibleColumnChooser />
    </div>,
    { profile: administrator },
  );
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'State' })).toBeInTheDocument();
  const bottom = () => page.getByRole('dialog').element().getBoundingClientRect().bottom;
  await expect.poll(bottom).toBeLessThanOrEqual(390);
});
