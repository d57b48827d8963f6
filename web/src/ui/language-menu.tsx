import type { Language } from '@vigil/shared/contract/languages';
import { Suspense, useState } from 'react';
import { switchLanguage } from '../lib/language.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { LanguageButton } from './language-button.tsx';

const LoadedLanguageMenu = lazyWithPreload(async () => (await import('./loaded-language-menu.tsx')).LoadedLanguageMenu);

interface LanguageMenuProps {
  language: Language;
  /** What the choice of a language does, where it is more than to load the page in it. */
  onChoose?: (language: Language) => void;
}

/** The menu is loaded after its button: it is the only popup of most public pages, and as large as they are. */
export function LazyLanguageMenu({ language, onChoose = switchLanguage }: LanguageMenuProps) {
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense fallback={<LanguageButton language={language} onClick={() => setWanted(true)} />}>
      <LoadedLanguageMenu language={language} opensAtOnce={isWanted} onChoose={onChoose} />
    </Suspense>
  );
}
