import type { Application } from '@vigil/shared/contract/http/applications';
import { useTranslation } from 'react-i18next';
import lines from '../../ui/lines.module.css';
import classes from './applications.module.css';

/** On how many devices an application is installed, is being installed, and has failed. */
export function ApplicationCounts({ counts: { installed, open, failed } }: { counts: Application['counts'] }) {
  const { t } = useTranslation('application');
  return (
    <>
      <span className={lines.dim}>{t('installed', { count: installed })}</span>
      {open > 0 && <span className={lines.dim}>{t('open', { count: open })}</span>}
      {failed > 0 && <span className={classes.failed}>{t('failures', { count: failed })}</span>}
    </>
  );
}
