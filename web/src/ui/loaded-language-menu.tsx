import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Language } from '@vigil/shared/contract/languages';
import { offeredLanguages } from '../lib/language.ts';
import { LanguageButton } from './language-button.tsx';

interface LanguageChoiceProps {
  language: Language;
  /** Whether the menu was opened before it was loaded. */
  opensAtOnce: boolean;
  onChoose: (language: Language) => void;
}

export function LoadedLanguageMenu({ language, opensAtOnce, onChoose }: LanguageChoiceProps) {
  return (
    <Menu position="bottom-end" withinPortal defaultOpened={opensAtOnce}>
      <Menu.Target>
        <LanguageButton language={language} />
      </Menu.Target>
      <Menu.Dropdown>
        {offeredLanguages.map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={code === language ? <IconCheck size={14} /> : <span style={{ width: 14 }} />}
            onClick={() => onChoose(code)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
