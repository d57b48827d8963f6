import type { Icon } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import classes from './page-tabs.module.css';

interface PageTab {
  to: string;
  label: string;
  icon: Icon;
  isCurrent: boolean;
  /** How much it has. */
  count?: number;
}

/** The parts of a page that have addresses of their own. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, label: text, icon: Shape, isCurrent, count }) => (
        <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined}>
          <Shape size={16} stroke={1.7} aria-hidden="true" />
          {text}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
