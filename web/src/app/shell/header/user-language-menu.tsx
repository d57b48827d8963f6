import type { Language } from '@vigil/shared/contract/languages';
import { useProfileChange } from '../../../entities/profile/profile.ts';
import { useViewer } from '../../../entities/session/viewer.ts';
import { switchLanguage, useLanguage } from '../../../lib/language.ts';
import { LazyLanguageMenu } from '../../../ui/language-menu.tsx';

/**
 * The language of the console, which is also that of the user's mails. A session by invitation has no profile of its
 * own.
 */
export function UserLanguageMenu() {
  const language = useLanguage();
  const { profile, viewer } = useViewer();
  const change = useProfileChange();
  const choose = async (next: Language) => {
    if (!viewer.isGuest && next !== profile.lang_code)
      // The console changes its language also where the profile could not be changed; the next sign-in stores it.
      await change({ name: 'lang_code', value: next }).catch(() => undefined);
    switchLanguage(next);
  };
  return <LazyLanguageMenu language={language} onChoose={(next) => void choose(next)} />;
}
