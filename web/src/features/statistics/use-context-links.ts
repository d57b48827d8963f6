import { useTranslation } from 'react-i18next';
import { auditSubjectQuery } from '../../entities/audit/audit-subject.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { ContextLink } from './history-cells.tsx';

interface Subjects {
  device?: { pk: number | null; exists: boolean };
  user?: number | null;
  /** Whose files are to be seen. */
  session?: string;
  /** In which a file went. */
  sessionOfFile?: string;
  incident?: number | null;
}

/** Where a row of a history leads, for what this user may open. */
export function useContextLinks(): (row: Subjects) => readonly (ContextLink | null)[] {
  const { t } = useTranslation('statistics');
  const { viewer } = useViewer();
  return ({ device, user = null, session, sessionOfFile, incident = null }) => {
    const pk = device?.pk ?? null;
    const { isAdmin } = viewer.flags;
    return [
      pk === null || device?.exists !== true ? null : { label: t('open_device'), to: `device/all/${pk}` },
      pk === null ? null : { label: t('sessions_of_device'), to: `statistics/log-remote?device=${pk}` },
      pk === null ? null : { label: t('alerts_of_device'), to: `statistics/log-warning?device=${pk}` },
      pk === null || !isAdmin
        ? null
        : {
            label: t('audit_of_device'),
            to: `management/audit?${auditSubjectQuery({ kind: 'device', pk }).toString()}`,
          },
      session === undefined ? null : { label: t('files_of_session'), to: `statistics/log-transfer?session=${session}` },
      sessionOfFile === undefined
        ? null
        : { label: t('open_session'), to: `statistics/log-remote?session=${sessionOfFile}` },
      incident === null ? null : { label: t('open_incident'), to: `incidents/${incident}` },
      user === null || !isAdmin ? null : { label: t('open_user'), to: `management/managers/${user}` },
      user === null ? null : { label: t('sessions_of_user'), to: `statistics/log-remote?user=${user}` },
      user === null || !isAdmin
        ? null
        : {
            label: t('audit_of_user'),
            to: `management/audit?${auditSubjectQuery({ kind: 'user', pk: user }).toString()}`,
          },
    ];
  };
}
