import { Link } from 'react-router-dom';
import { useLanguage } from '../lib/language.ts';
import { LazyLanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import classes from './simple-header.module.css';

/** A header without a menu: the home link and the language (spec 1 §2). */
export function SimpleHeader({ home }: { home: string }) {
  const language = useLanguage();
  return (
    <header className={classes.header}>
      <Link className={classes.home} to={home} aria-label="Vigil">
        <Logo />
        <b>Vigil</b>
      </Link>
      <LazyLanguageMenu language={language} />
    </header>
  );
}
