import type { AccessRequest } from '@vigil/shared/contract/http/approvals';
import { useTranslation } from 'react-i18next';
import { approvalStatusOf } from '../../entities/approval/approvals.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { FactList } from '../../ui/fact-list.tsx';

/** The request, its requester and its state. */
export function ApprovalFactList({ approval }: { approval: AccessRequest }) {
  const { t } = useTranslation('approvals');
  const time = useTimeFormat();
  const facts: readonly (readonly [string, string])[] = [
    [t('field.device'), approval.device_alias],
    [t('field.requester'), `${approval.requester_name} (${approval.requester_id})`],
    [t('field.approver'), approval.approver_pk === null ? t('any_administrator') : approval.approver_name],
    [t('field.window'), time.period(approval.start_time, approval.end_time)],
    [t('field.reason'), approval.approval_reason],
    [t('field.state'), t(`status.${approvalStatusOf(approval)}`)],
    ...(approval.react_reason === '' ? [] : [[t('field.react_reason'), approval.react_reason] as const]),
  ];
  return <FactList facts={facts} />;
}
