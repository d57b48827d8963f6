import type { ReactNode } from 'react';
import { usePageTitle } from '../lib/page-title.ts';
import { useToastsBelowRef } from './use-toasts-below-ref.ts';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Shown at the right of the title. */
  tools?: ReactNode;
  /** For tables, which need more room than fields. */
  isWide?: boolean;
  /**
   * The title is the name of what is shown, so that the standalone edition, which has no titles of pages, shows it as
   * well.
   */
  titleNamesItem?: boolean;
  children: ReactNode;
}

/** A page of sections under one title. */
export function Page({ title, tools, isWide = false, titleNamesItem = false, children }: PageProps) {
  usePageTitle(title);
  // The primary action stays reachable while a toast is shown.
  const toasts = useToastsBelowRef();
  return (
    <main className={classes.page}>
      <div className={classes.inner} data-wide={isWide || undefined}>
        <header ref={toasts} className={classes.head} data-named={titleNamesItem || undefined}>
          <h1>{title}</h1>
          <div className={classes.tools}>{tools}</div>
        </header>
        {children}
      </div>
    </main>
  );
}

interface SectionProps {
  title: string;
  text?: string;
  tools?: ReactNode;
  /** Without any, the section is its head. */
  children?: ReactNode;
}

export function Section({ title, text, tools, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.sectionHead}>
        <div>
          <h2>{title}</h2>
          {text !== undefined && <p>{text}</p>}
        </div>
        {tools}
      </header>
      {children}
    </section>
  );
}

/** What needs no title of its own, as the only table of a page. */
export function Panel({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={label}>
      {children}
    </section>
  );
}

interface LabelledRowProps {
  label: string;
  hint?: string;
  /** An icon beside the label. */
  help?: ReactNode;
  children: ReactNode;
}

/** A label and its value, one below the other on a phone. */
export function LabelledRow({ label, hint, help, children }: LabelledRowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.label}>
        {label}
        {help}
        {hint !== undefined && <small>{hint}</small>}
      </div>
      <div className={classes.value}>{children}</div>
    </div>
  );
}
