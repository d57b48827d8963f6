import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../lib/language.ts';
import { useDocumentTitle, usePageTitle } from '../lib/page-title.ts';
import { AuthLayoutArt } from './auth-layout-art.tsx';
import { LazyLanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import classes from './auth-layout.module.css';

interface AuthLayoutProps {
  title: string;
  text?: string | undefined;
  /** 'text' for pages that are read, 'form' for forms. */
  width?: 'form' | 'text';
  children: ReactNode;
}

/** The layout of the pages without a session: a header without a menu, an image, and one task. */
export function AuthLayout({ title, text, width = 'form', children }: AuthLayoutProps) {
  const { t } = useTranslation(['account', 'legal']);
  const language = useLanguage();
  usePageTitle(title);
  useDocumentTitle();
  return (
    <div className={classes.page}>
      <AuthLayoutArt lead={t('lead')} />
      <div className={classes.side}>
        <header className={classes.head}>
          <Link className={classes.brand} to={`/${language}/`} aria-label={t('home')}>
            <Logo size={28} />
            <span>Vigil</span>
          </Link>
          <LazyLanguageMenu language={language} />
        </header>
        <main className={classes.main} data-width={width}>
          <Title order={1} fz={24}>
            {title}
          </Title>
          {text !== undefined && (
            <Text className={classes.text} c="dimmed" mt={6}>
              {text}
            </Text>
          )}
          <div className={classes.content}>{children}</div>
        </main>
        <footer className={classes.foot}>
          <Link to={`/${language}/terms`}>{t('legal:use.page')}</Link>
          <Link to={`/${language}/privacy`}>{t('legal:privacy.page')}</Link>
        </footer>
      </div>
    </div>
  );
}
