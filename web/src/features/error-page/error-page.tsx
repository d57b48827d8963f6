import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { sameOriginPath } from '../../lib/same-origin-path.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';

const knownCodes = ['400', '403', '404', '500'] as const;
const knownCode = (code: string) => knownCodes.find((one) => one === code) ?? 'other';

/** An error code, its meaning, and a link back to the previous page of this site (spec 1 §2). */
export function ErrorPage() {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const { code = '' } = useParams();
  const shown = /^\d{3}$/u.test(code) ? code : '';
  const kind = knownCode(shown);
  const back = sameOriginPath(document.referrer, window.location.origin);
  return (
    <EmptyPage
      icon={<IconAlertTriangle stroke={1.4} />}
      title={[shown, t(`error.title_${kind}`)].filter((part) => part !== '').join(' · ')}
      text={t(`error.text_${kind}`)}
    >
      {back !== null && (
        <Button component={Link} to={back} variant="default" size="sm">
          {t('error.back')}
        </Button>
      )}
      <Button component={Link} to={`/${language}/`} size="sm">
        {t('to_sign_in')}
      </Button>
    </EmptyPage>
  );
}
