import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { DayRangeFields } from '../ui/day-range-fields.tsx';
import { FilterBar, SearchForm } from '../ui/filter-bar.tsx';
import { Page } from '../ui/page.tsx';

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

const choices = [{ value: 'name', label: 'Device name' }] as const;

const parts: { readonly [part: string]: ReactNode } = {
  'the tools of a list': (
    <FilterBar>
      <SearchForm choices={choices} search={{ key: 'name', value: 'register' }} onSearch={() => {}} />
      <DayRangeFields range={{ from: '2026-01-01', to: '2026-01-31' }} onChange={() => {}} />
    </FilterBar>
  ),
};

test.each(Object.keys(parts))('a phone shows %s whole', async (part) => {
  await render(<div style={{ padding: 16 }}>{parts[part]}</div>);
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
