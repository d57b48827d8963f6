import { useMemo } from 'react';
import { useLanguage } from './use-language.ts';
import { createTimeFormat, type TimeFormat } from './time-format.ts';
import { useViewer } from './viewer.ts';

export function useTimeFormat(): TimeFormat {
  const { profile } = useViewer();
  const language = useLanguage();
  return useMemo(() => createTimeFormat(profile, language), [profile, language]);
}
