import { readFileSync } from 'node:fs';
import type { Language } from '@vigil/shared/contract/languages';

/** What is said to the person at the device. */
export interface PersonTexts {
  readonly asks: (user: string) => string;
  /** For a session that gives no input. */
  readonly asksToView: (user: string) => string;
  /** Behind a question and behind who is connected: whoever asks can say which one they see. */
  readonly deviceKey: (fingerprint: string) => string;
  readonly isConnected: (names: string) => string;
  /** Behind who is connected. */
  readonly inputIsLocked: string;
  readonly endsIn: (user: string, minutes: number) => string;
  readonly allow: string;
  readonly refuse: string;
  readonly end: string;
}

export const personTexts: { readonly [L in Language]: PersonTexts } = {
  en: {
    asks: (user) => `${user} asks to see and use this screen.`,
    asksToView: (user) => `${user} asks to see this screen.`,
    deviceKey: (fingerprint) => `Key ${fingerprint}`,
    isConnected: (names) => `${names} is connected to this device.`,
    inputIsLocked: 'Its keyboard and mouse are locked.',
    endsIn: (user, minutes) => `The remote session of ${user} ends in ${minutes} min.`,
    allow: 'Allow',
    refuse: 'Refuse',
    end: 'End',
  },
  ko: {
    asks: (user) => `${user} 님이 이 화면을 보고 조작하려고 합니다.`,
    asksToView: (user) => `${user} 님이 이 화면을 보려고 합니다.`,
    deviceKey: (fingerprint) => `키 ${fingerprint}`,
    isConnected: (names) => `${names} 님이 이 장치에 연결되어 있습니다.`,
    inputIsLocked: '키보드와 마우스가 잠겨 있습니다.',
    endsIn: (user, minutes) => `${user} 님의 원격 세션이 ${minutes}분 후에 종료됩니다.`,
    allow: '허용',
    refuse: '거부',
    end: '종료',
  },
  ja: {
    asks: (user) => `${user}さんがこの画面の表示と操作を求めています。`,
    asksToView: (user) => `${user}さんがこの画面の表示を求めています。`,
    deviceKey: (fingerprint) => `鍵 ${fingerprint}`,
    isConnected: (names) => `${names}さんがこのデバイスに接続しています。`,
    inputIsLocked: 'キーボードとマウスはロックされています。',
    endsIn: (user, minutes) => `${user}さんのリモートセッションは${minutes}分後に終了します。`,
    allow: '許可',
    refuse: '拒否',
    end: '終了',
  },
};

/** Signs of a name, so that a name of any length leaves room for what is said of it. */
const MAX_NAME = 32;
/** Names that are said; of further people only their number. */
const MAX_NAMES = 3;

const shortName = (name: string): string => {
  const signs = Array.from(name);
  return signs.length <= MAX_NAME ? name : `${signs.slice(0, MAX_NAME - 3).join('')}...`;
};

/** One or several people in a few words. */
export const shortNames = (names: readonly string[]): string => {
  const said = names.slice(0, MAX_NAMES).map(shortName).join(', ');
  return names.length <= MAX_NAMES ? said : `${said} +${names.length - MAX_NAMES}`;
};

/** Where distributions keep the language of the system: a service is started without one. */
const LOCALE_FILES = ['/etc/locale.conf', '/etc/default/locale'];

function systemLocale(): string | undefined {
  for (const file of LOCALE_FILES) {
    try {
      const found = /^LANG="?([^"\n]+)/mu.exec(readFileSync(file, 'utf8'))?.[1];
      if (found !== undefined) return found;
    } catch {
      // It has none of this name.
    }
  }
  return undefined;
}

const isNamed = (locale: string | undefined): locale is string =>
  locale !== undefined && locale !== '' && !/^(?:C|POSIX)(?:\.|$)/u.test(locale);

/** The language of a locale such as `ko_KR.UTF-8`; English where the product has none of it. */
export const languageOfLocale = (locale: string | undefined): Language => {
  const language = locale?.slice(0, 2);
  return language === 'ko' || language === 'ja' ? language : 'en';
};

/** The texts in the language of the device. */
export function readPersonTexts(env: NodeJS.ProcessEnv = process.env): PersonTexts {
  const own = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find(isNamed);
  const found =
    process.platform === 'linux' ? (own ?? systemLocale()) : (own ?? Intl.DateTimeFormat().resolvedOptions().locale);
  return personTexts[languageOfLocale(found)];
}
