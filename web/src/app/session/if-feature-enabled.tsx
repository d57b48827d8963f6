import { Navigate, Outlet } from 'react-router-dom';
import type { AreaPage } from '../../entities/area.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useLanguage } from '../../lib/language.ts';

/**
 * Shows a page only in installations that have its feature, else what stands in its place. The API refuses the calls as
 * well.
 */
export function IfFeatureEnabled({ by, otherwise }: NonNullable<AreaPage['offered']>) {
  const settings = useInstallationSettings();
  const language = useLanguage();
  return by(settings) ? <Outlet /> : <Navigate to={`/${language}/error/${otherwise}`} replace />;
}
