import { Button, Center, EmptyState } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../lib/use-language.ts';
import { SimpleHeader } from '../ui/simple-header.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <SimpleHeader home={`/${language}/`} />
      <Center component="main" flex={1}>
        <EmptyState
          size="lg"
          icon={<IconMapOff stroke={1.4} />}
          title={<h1 style={{ font: 'inherit', margin: 0 }}>404 · {t('not_found.title')}</h1>}
          description={t('not_found.text')}
        >
          <EmptyState.Actions>
            <Button component={Link} to={`/${language}/device/all`} size="sm">
              {t('not_found.home')}
            </Button>
          </EmptyState.Actions>
        </EmptyState>
      </Center>
    </div>
  );
}
