import { Navigate, Outlet } from 'react-router-dom';
import { useSettings } from '../../entities/session/settings.ts';
import type { AreaPage } from '../../entities/area.ts';
import { useLanguage } from '../../lib/language.ts';

/** Pages that some installations do not have; the API refuses their calls as well. */
export function IfFeatureEnabled({ by, otherwise }: NonNullable<AreaPage['offered']>) {
  const settings = useSettings();
  const language = useLanguage();
  return by(settings) ? <Outlet /> : <Navigate to={`/${language}/error/${otherwise}`} replace />;
}
