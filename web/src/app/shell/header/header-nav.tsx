import { Menu, UnstyledButton } from '@mantine/core';
import { useMergedRef, useResizeObserver } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '../../../lib/language.ts';
import { isCurrent } from '../shown-links.ts';
import { useLinks } from '../use-links.ts';
import classes from './header.module.css';
import { NavLinks } from './nav-links.tsx';

/** The pages of the header; those for which a narrow window has no room are in a menu at its end. */
export function HeaderNav() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const entries = useLinks('header');
  const { pathname } = useLocation();
  const here = pathname.slice(`/${language}/`.length);
  const row = useRef<HTMLDivElement>(null);
  const [observed, { width }] = useResizeObserver<HTMLDivElement>();
  const [fitting, setFitting] = useState(entries.length);
  useLayoutEffect(() => {
    // What does not fit into the row is on the next one, which is not seen.
    const links = [...(row.current?.children ?? [])] as HTMLElement[];
    const onFirstRow = links.filter(({ offsetTop }) => offsetTop === links[0]?.offsetTop);
    setFitting(onFirstRow.length);
  }, [row, width, entries.length, language]);
  const rest = entries.slice(fitting);
  return (
    <nav className={classes.nav} aria-label={t('nav.label')}>
      <div ref={useMergedRef(row, observed)} className={classes.navRow}>
        <NavLinks menu="header" className={classes.link} shown={fitting} />
      </div>
      {rest.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <UnstyledButton
              className={classes.link}
              aria-current={rest.some((entry) => isCurrent(entry, here)) ? 'page' : undefined}
            >
              {t('nav.more')}
              <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map((entry) => (
              <Menu.Item
                key={entry.id}
                component={Link}
                to={`/${language}/${entry.path}`}
                aria-current={isCurrent(entry, here) ? 'page' : undefined}
              >
                {entry.title[language]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  );
}
