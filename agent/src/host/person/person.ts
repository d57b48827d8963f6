import type { Banner, Host } from '../host.ts';
import type { ScreenEnvironment } from '../screen/screen.ts';
import type { PersonTexts } from './person-texts.ts';
import { showNotice } from '../show-notice.ts';
import { showX11Prompt, type Prompt } from './x11-prompt.ts';

type Person = Pick<Host, 'askPerson' | 'showBanner'>;

/** A line at the top of an X11 screen; elsewhere a text on consoles, to which nobody can answer. */
export function createPerson({ platform, display, waylandDisplay }: ScreenEnvironment, texts: PersonTexts): Person {
  const isX11 = platform === 'linux' && display !== undefined && waylandDisplay === undefined;
  return isX11 ? createX11Person(display, texts) : createConsolePerson(texts);
}

const bannerText = ({ names, isLocked }: Banner, texts: PersonTexts): string =>
  isLocked ? `${texts.isConnected(names)} ${texts.inputIsLocked}` : texts.isConnected(names);

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
      using _prompt = await showX11Prompt(display, { text: question, buttons, onPressed });
      return await answer.promise;
    },
    showBanner(banner, onEnd) {
      // Nobody there could press a button.
      const ends = banner.isLocked ? [] : [{ label: texts.end, isDanger: true }];
      return showLater(display, { text: bannerText(banner, texts), buttons: ends, onPressed: onEnd });
    },
  };
}

/** The handle is there before the window. */
function showLater(display: string, prompt: Prompt): Disposable {
  const shown = showX11Prompt(display, prompt);
  // The screen that nobody can open is not seen by the viewer either.
  shown.catch(() => undefined);
  return { [Symbol.dispose]: () => void shown.then((window) => window[Symbol.dispose]()).catch(() => undefined) };
}
