import type { Profile } from '@vigil/shared/contract/http/profile';
import type { Language } from '@vigil/shared/contract/languages';
import { useLanguage } from '../../lib/language.ts';
import { createTimeFormat, type TimeFormat } from '../../lib/time-format.ts';
import { useViewer } from './viewer.ts';

/** A profile belongs to one language: choosing another one reloads the page. */
const formats = new WeakMap<Profile, TimeFormat>();

// Creating a formatter takes milliseconds, so all components share one.
function formatOf(profile: Profile, language: Language): TimeFormat {
  const format = formats.get(profile) ?? createTimeFormat(profile, language);
  formats.set(profile, format);
  return format;
}

export function useTimeFormat(): TimeFormat {
  const { profile } = useViewer();
  return formatOf(profile, useLanguage());
}
