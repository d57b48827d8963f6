import { reportReaders } from '@vigil/shared/contract/access';
import { accessDenial, isHiddenByDenial } from '@vigil/shared/domain/permissions';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { Page } from '../../ui/page.tsx';

interface ReportPageProps {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
}

/** A page of statistics: accounts that are not corporate have none, and other users need the right (spec 2 §2). */
export function ReportPage({ title, tools, children }: ReportPageProps) {
  return (
    <IfReportReader>
      <Page isWide title={title} tools={tools}>
        {children}
      </Page>
    </IfReportReader>
  );
}

/** What calls the server for a report is rendered within, so that nothing is asked for that would be refused. */
export function IfReportReader({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { viewer } = useViewer();
  const denial = accessDenial(viewer, reportReaders);
  if (!denial) return children;
  const code = isHiddenByDenial(reportReaders, denial) ? 404 : 403;
  return <Navigate to={`/${language}/error/${code}`} replace />;
}
