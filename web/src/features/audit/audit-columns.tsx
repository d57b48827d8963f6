import { Anchor } from '@mantine/core';
import { auditActionName } from '@vigil/shared/contract/audit-codes';
import type { Audit } from '@vigil/shared/contract/http/audits';
import { auditValue } from '@vigil/shared/domain/audit-values';
import { isScreenLoginId } from '@vigil/shared/domain/wall-screen-login-id';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EndOpenedSession } from './end-opened-session.tsx';
import classes from './audit.module.css';

/** The name that the command line of the installation records; it has no address. */
const OPERATOR = 'operator';

export function useAuditColumns(): readonly Column<Audit>[] {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const time = useTimeFormat();
  const reader = { language, moment: time.minute, period: time.period };
  const valueText = (code: number, value: string | null) => auditValue(code, value, reader) ?? NO_VALUE;
  return [
    {
      id: 'when',
      label: t('column.when'),
      labelled: 'wide',
      className: classes.when,
      render: ({ act_time }) => time.second(act_time),
    },
    {
      id: 'who',
      label: t('column.who'),
      labelled: 'wide',
      className: classes.name,
      render: ({ name, reg_mail }) => (
        <>
          {reg_mail === '' && name === OPERATOR ? t('operator') : name}
          <small>{isScreenLoginId(reg_mail) ? t('wall_screen') : reg_mail}</small>
        </>
      ),
    },
    {
      id: 'what',
      label: t('column.what'),
      labelled: 'wide',
      className: classes.what,
      render: (audit) => (
        <>
          {auditActionName(audit.act_name_id, language)}
          <EndOpenedSession audit={audit} />
        </>
      ),
    },
    {
      id: 'device',
      label: t('column.device'),
      labelled: 'wide',
      className: classes.name,
      render: ({ device_pk, device_alias }) =>
        device_alias === '' ? (
          <span className={classes.dim}>{device_pk === null ? NO_VALUE : t('deleted_device')}</span>
        ) : (
          <Anchor component={Link} to={`/${language}/device/all/${device_pk}`} fz="inherit">
            {device_alias}
          </Anchor>
        ),
    },
    { id: 'before', label: t('column.before'), render: (audit) => valueText(audit.act_name_id, audit.old_value) },
    { id: 'after', label: t('column.after'), render: (audit) => valueText(audit.act_name_id, audit.new_value) },
  ];
}
