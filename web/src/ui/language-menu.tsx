import type { Language } from '@vigil/shared/contract/languages';
import { Suspense, useState } from 'react';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { LanguageButton } from './language-button.tsx';

const LoadedLanguageMenu = lazyWithPreload(async () => (await import('./loaded-language-menu.tsx')).LoadedLanguageMenu);

/** The menu is loaded after its button: it is the only popup of most public pages, and as large as they are. */
export function LazyLanguageMenu({ language }: { language: Language }) {
  const [isWanted, setWanted] = useState(false);
  return (
    <Suspense fallback={<LanguageButton language={language} onClick={() => setWanted(true)} />}>
      <LoadedLanguageMenu language={language} opensAtOnce={isWanted} />
    </Suspense>
  );
}
