import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { useViewer } from '../session/viewer.ts';
import { auditSubjectQuery, type AuditSubjectFilter } from './audit-subject.ts';

/** Leads to what was done to a user, a group or the policies; for administrators, who read the audit. */
export function AuditOfSubjectLink({ subject }: { subject: AuditSubjectFilter }) {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const { viewer } = useViewer();
  if (!viewer.flags.isAdmin) return null;
  return (
    <Button
      component={Link}
      to={`/${language}/management/audit?${auditSubjectQuery(subject).toString()}`}
      variant="default"
    >
      {t('activity')}
    </Button>
  );
}
