import type { Profile } from '@vigil/shared/contract/http/session';
import type { Language } from '@vigil/shared/contract/problem-texts';
import { useLanguage } from '../../lib/language.ts';
import { createTimeFormat, type TimeFormat } from '../../lib/time-format.ts';
import { useViewer } from './viewer.ts';

/** A profile is read in one language: to choose another one loads the page anew. */
const formats = new WeakMap<Profile, TimeFormat>();

// The browser takes milliseconds to learn a time zone: once for everybody who shows a time.
function formatOf(profile: Profile, language: Language): TimeFormat {
  const format = formats.get(profile) ?? createTimeFormat(profile, language);
  formats.set(profile, format);
  return format;
}

export function useTimeFormat(): TimeFormat {
  const { profile } = useViewer();
  return formatOf(profile, useLanguage());
}
