import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '../../../lib/language.ts';
import { isCurrent } from '../shown-links.ts';
import { useLinks } from '../use-links.ts';
import { NavLinks } from './nav-links.tsx';
import classes from './header.module.css';

/** The pages of the header; those for which a narrow window has no room are in a menu at its end. */
export function HeaderNav() {
  const { t } = useTranslation(['shell', 'navigation']);
  const language = useLanguage();
  const entries = useLinks('header');
  const { pathname } = useLocation();
  const here = pathname.slice(`/${language}/`.length);
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFittingCount(row, entries.length);
  const rest = entries.slice(fitting);
  return (
    <nav className={classes.nav} aria-label={t('nav.label')}>
      <div ref={row} className={classes.navRow}>
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
                {t(`navigation:title.${entry.id}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  );
}

/**
 * How many of the children of a row that wraps are on its first line; what does not fit is on a line that is not seen.
 */
function useFittingCount(row: React.RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const items = [...element.children] as HTMLElement[];
      setFitting(items.filter(({ offsetTop }) => offsetTop === items[0]?.offsetTop).length);
    };
    const observer = new ResizeObserver(measure);
    // A name in another language, or fonts that were loaded, change the items and not the row.
    for (const one of [element, ...[...element.children].slice(0, count)]) observer.observe(one);
    return () => observer.disconnect();
  }, [row, count]);
  return fitting;
}
