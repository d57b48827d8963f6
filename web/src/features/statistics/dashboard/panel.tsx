import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../../lib/language.ts';
import classes from './dashboard.module.css';

interface PanelProps {
  title: string;
  /** Of the list that has what is counted, without the language; null where the user has no such list. */
  to: string | null;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of the dashboard; its title leads into its list. */
export function DashboardPanel({ title, to, className, children }: PanelProps) {
  const language = useLanguage();
  return (
    <section className={`${classes.panel} ${className ?? ''}`} aria-label={title}>
      <h2>
        {to === null ? (
          title
        ) : (
          <Link to={`/${language}/${to}`}>
            {title}
            <IconChevronRight size={14} aria-hidden="true" />
          </Link>
        )}
      </h2>
      {children}
    </section>
  );
}

/** A figure that leads into the list of what it counts; a zero is said quietly. */
export function FigureLink({ label, value, to }: { label: string; value: number; to: string }) {
  const language = useLanguage();
  return (
    <Link className={classes.figure} data-zero={value === 0 || undefined} to={`/${language}/${to}`}>
      <b>{value.toLocaleString(language)}</b>
      <span>{label}</span>
    </Link>
  );
}
