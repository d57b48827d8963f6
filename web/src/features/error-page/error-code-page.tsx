import { Button } from '@mantine/core';
import { IconAlertTriangle, IconMapOff } from '@tabler/icons-react';
import { sameOriginPath } from '@vigil/shared/contract/console-path';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { tokenAtom } from '../../entities/session/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { EmptyPage } from '../../ui/empty-page.tsx';

const knownCodes = ['400', '403', '404', '500'] as const;
const knownCode = (code: string) => knownCodes.find((one) => one === code) ?? 'other';

/** An error code, its meaning, and a link back to the previous page of this site (spec 1 §2). */
export function ErrorCodePage() {
  const { t } = useTranslation('account');
  const { code = '' } = useParams();
  const shown = /^\d{3}$/u.test(code) ? code : '';
  const kind = knownCode(shown);
  const back = sameOriginPath(document.referrer, window.location.origin);
  return (
    <ProblemPage
      icon={<IconAlertTriangle stroke={1.4} />}
      title={[shown, t(`error.title_${kind}`)].filter((part) => part !== '').join(' · ')}
      text={t(`error.text_${kind}`)}
    >
      {back !== null && (
        <Button component={Link} to={back} variant="default" size="sm">
          {t('error.back')}
        </Button>
      )}
    </ProblemPage>
  );
}

/** An address without a page. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <ProblemPage
      icon={<IconMapOff stroke={1.4} />}
      title={`404 · ${t('not_found.title')}`}
      text={t('not_found.text')}
    />
  );
}

interface ProblemPageProps {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** The way on is the device list with a session, and the sign-in without one. */
function ProblemPage({ children, ...page }: ProblemPageProps) {
  const { t } = useTranslation(['account', 'common']);
  const language = useLanguage();
  const isSignedIn = useAtomValue(tokenAtom) !== null;
  return (
    <EmptyPage {...page} header={!isSignedIn}>
      {children}
      <Button component={Link} to={isSignedIn ? `/${language}/device/all` : `/${language}/`} size="sm">
        {isSignedIn ? t('common:not_found.home') : t('account:to_sign_in')}
      </Button>
    </EmptyPage>
  );
}
