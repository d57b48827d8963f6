import type { Banner, Host } from '../host.ts';
import type { ScreenEnvironment } from '../screen/screen.ts';
import { showNotice } from '../show-notice.ts';
import { showLastingPrompt } from './lasting-prompt.ts';
import type { PersonTexts } from './person-texts.ts';

type Person = Pick<Host, 'askPerson' | 'showBanner'>;

/** A line at the top of an X11 screen; elsewhere a text on consoles, to which nobody can answer. */
export function createPerson({ platform, display, waylandDisplay }: ScreenEnvironment, texts: PersonTexts): Person {
  const isX11 = platform === 'linux' && display !== undefined && waylandDisplay === undefined;
  return isX11 ? createX11Person(display, texts) : createConsolePerson(texts);
}

const bannerText = ({ names, fingerprint, isLocked }: Banner, texts: PersonTexts): string =>
  [texts.isConnected(names), ...(isLocked ? [texts.inputIsLocked] : []), texts.deviceKey(fingerprint)].join(' ');

const createConsolePerson = (texts: PersonTexts): Person => ({
  async askPerson(question) {
    await showNotice(question);
    return null;
  },
  showBanner(banner) {
    showNotice(bannerText(banner, texts)).catch(() => undefined);
    return { [Symbol.dispose]: () => undefined };
  },
});

function createX11Person(display: string, texts: PersonTexts): Person {
  const buttons = [
    { label: texts.allow, isDanger: false },
    { label: texts.refuse, isDanger: true },
  ];
  return {
    async askPerson(question, over) {
      const answer = Promise.withResolvers<boolean | null>();
      over.addEventListener('abort', () => answer.resolve(null), { once: true });
      if (over.aborted) return null;
      const onPressed = (button: number) => answer.resolve(button === 0);
      // A viewer in control would let in others.
      const prompt = { text: question, buttons, isForPerson: true, onPressed };
      using _shown = showLastingPrompt(display, prompt, answer.reject);
      return await answer.promise;
    },
    showBanner(banner, onEnd) {
      // Nobody there could press a button.
      const ends = banner.isLocked ? [] : [{ label: texts.end, isDanger: true }];
      const prompt = { text: bannerText(banner, texts), buttons: ends, isForPerson: false, onPressed: onEnd };
      // Nobody views a screen that does not say so.
      return showLastingPrompt(display, prompt, onEnd);
    },
  };
}
