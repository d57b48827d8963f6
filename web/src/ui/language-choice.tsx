import { Menu } from '@mantine/core';
import type { Language } from '@vigil/shared/contract/problem-texts';
import { IconCheck } from '@tabler/icons-react';
import { setLanguageAndReload } from '../lib/language.ts';
import { LanguageButton } from './language-button.tsx';

/** The menu offers Korean and English; Japanese is available by its address only (decision 2). */
const offered: readonly [Language, string][] = [
  ['ko', '한국어'],
  ['en', 'English'],
];

interface LanguageChoiceProps {
  language: Language;
  /** Whether the menu was opened before it was loaded. */
  isWanted: boolean;
}

export function LanguageChoice({ language, isWanted }: LanguageChoiceProps) {
  return (
    <Menu position="bottom-end" withinPortal defaultOpened={isWanted}>
      <Menu.Target>
        <LanguageButton language={language} />
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={code === language ? <IconCheck size={14} /> : <span style={{ width: 14 }} />}
            onClick={() => setLanguageAndReload(code)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
