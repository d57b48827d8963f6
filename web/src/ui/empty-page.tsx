import { Center, EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../lib/language.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { EmptyArt } from './empty-art.tsx';
import { SimpleHeader } from './simple-header.tsx';
import art from './empty-art.module.css';

interface EmptyPageProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Off inside the shell, which has its own. */
  header?: boolean;
  /** The actions of the page. */
  children: ReactNode;
}

/** A whole page for an empty or failed state, with its next actions. */
export function EmptyPage({ icon, title, text, header = true, children }: EmptyPageProps) {
  const language = useLanguage();
  usePageTitle(title);
  return (
    <div style={{ display: 'flex', flex: 1, flexDirection: 'column', minWidth: 0, height: '100%' }}>
      {header && <SimpleHeader home={`/${language}/`} />}
      <Center component="main" flex={1} p="md">
        <EmptyState
          size="lg"
          classNames={{ indicator: art.indicator ?? '' }}
          icon={<EmptyArt icon={icon} />}
          title={<h1 style={{ font: 'inherit', margin: 0 }}>{title}</h1>}
          description={text}
        >
          <EmptyState.Actions>{children}</EmptyState.Actions>
        </EmptyState>
      </Center>
    </div>
  );
}
