import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { AreaPage } from '../../entities/area.ts';
import { wasReturnedTo } from '../../entities/session/return-address.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';

/**
 * Shows a page to the users that it is for, and to others that it is not. Who is brought back to it by a sign-in has
 * lost the right to it meanwhile, has not asked for it now, and begins with the devices.
 */
export function IfAdmitted({ denies }: { denies: NonNullable<AreaPage['denies']> }) {
  const { viewer } = useViewer();
  const language = useLanguage();
  const { state } = useLocation();
  const code = denies(viewer);
  if (code === null) return <Outlet />;
  return <Navigate to={`/${language}/${wasReturnedTo(state) ? 'device/all' : `error/${code}`}`} replace />;
}
