import { Button, Menu } from '@mantine/core';
import type { Language } from '@vigil/shared/contract/problem-texts';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../lib/language.ts';

/** Menus offer Korean and English; Japanese is reached by its address (decision 2). */
const offered: readonly [Language, string][] = [
  ['ko', '한국어'],
  ['en', 'English'],
];

export function LanguageMenu({ language }: { language: Language }) {
  const { t } = useTranslation('shell');
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconLanguage size={16} stroke={1.6} />}
          aria-label={`${t('language')}: ${language.toUpperCase()}`}
        >
          {language.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={code === language ? <IconCheck size={14} /> : <span style={{ width: 14 }} />}
            onClick={() => changeLanguage(code)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
