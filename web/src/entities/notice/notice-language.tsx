import type { Notice } from '@vigil/shared/contract/http/notices';
import { useLanguage } from '../../lib/language.ts';
import classes from './notice-language.module.css';

/** Names the language of a notice that is not written in that of the page. */
export function NoticeLanguageLabel({ notice: { type } }: { notice: Pick<Notice, 'type'> }) {
  const language = useLanguage();
  if (type === language) return null;
  return <small className={classes.language}>{new Intl.DisplayNames([language], { type: 'language' }).of(type)}</small>;
}
