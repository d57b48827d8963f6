import type { Approval } from '@vigil/shared/contract/http/approvals';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import classes from './approvals.module.css';

/** The request, its requester and its state. */
export function ApprovalFields({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals');
  const time = useTimeFormat();
  const fields: readonly (readonly [string, string])[] = [
    [t('field.device'), approval.device_alias],
    [t('field.requester'), `${approval.requester_name} (${approval.requester_id})`],
    [t('field.approver'), approval.approver_name],
    [t('field.window'), `${time.minute(approval.start_time)} – ${time.minute(approval.end_time)}`],
    [t('field.reason'), approval.approval_reason],
    [t('field.state'), t(`state.${approval.approve_state}`)],
    ...(approval.react_reason === '' ? [] : [[t('field.react_reason'), approval.react_reason] as const]),
  ];
  return (
    <dl className={classes.fields}>
      {fields.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
