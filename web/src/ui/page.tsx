import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Shown at the right of the title. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A page of sections under one title. */
export function Page({ title, tools, children }: PageProps) {
  return (
    <main className={classes.page}>
      <div className={classes.inner}>
        <header className={classes.head}>
          <h1>{title}</h1>
          {tools}
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
  children: ReactNode;
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

/** A label and its value, one below the other on a phone. */
export function Row({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <div className={classes.label}>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </div>
      <div className={classes.value}>{children}</div>
    </div>
  );
}
