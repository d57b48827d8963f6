import { Anchor, Badge } from '@mantine/core';
import type { SignInLogRow } from '@vigil/shared/contract/http/sign-in-log';
import { osNames } from '@vigil/shared/domain/os-names';
import { isScreenLoginId } from '@vigil/shared/domain/wall-screen-login-id';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { createAccessRecord } from '../../entities/session/access-record.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import type { Column } from '../../ui/data-table.tsx';
import classes from './audit.module.css';

/** Browser and system; a failed sign-in has only what its user agent tells. */
function clientOf({ browser, dev_os_id: os, user_agent: userAgent }: SignInLogRow): string {
  const told = createAccessRecord(userAgent);
  const system = osNames[os === 0 ? (told.dev_os_id as typeof os) : os];
  return [browser === '' ? told.browser : browser, system].filter((text) => text !== '').join(', ') || NO_VALUE;
}

export function useSignInColumns(): readonly Column<SignInLogRow>[] {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const time = useTimeFormat();
  return [
    {
      id: 'when',
      label: t('column.when'),
      labelled: 'wide',
      className: classes.when,
      render: (row) => time.second(row.time),
    },
    {
      id: 'who',
      label: t('column.who'),
      labelled: 'wide',
      render: ({ mgrid, name, user_pk }) =>
        isScreenLoginId(mgrid) ? (
          // It has no page, and its kind is told with the result.
          name
        ) : (
          <>
            <Anchor component={Link} to={`/${language}/management/managers/${user_pk}`} fz="inherit">
              {mgrid}
            </Anchor>
            {name !== '' && <small>{name}</small>}
          </>
        ),
    },
    {
      id: 'result',
      label: t('sign_ins.result'),
      labelled: 'wide',
      className: classes.what,
      render: ({ cause, login_from }) =>
        cause === null ? (
          <>
            {t('sign_ins.succeeded')}
            {login_from !== null && login_from !== 'web' && <small>{t(`sign_ins.from.${login_from}`)}</small>}
          </>
        ) : (
          <>
            <Badge size="sm" variant="light" color="red" c="var(--state-danger)" tt="none">
              {t('sign_ins.failed')}
            </Badge>
            <small>{t(`sign_ins.cause.${cause}`)}</small>
          </>
        ),
    },
    { id: 'ip', label: t('sign_ins.ip'), render: ({ ip }) => ip },
    { id: 'client', label: t('sign_ins.client'), render: clientOf },
  ];
}
