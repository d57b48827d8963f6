import { Navigate, Outlet } from 'react-router-dom';
import { useSettings } from '../entities/session/settings.ts';
import { useLanguage } from '../lib/language.ts';

/** Pages that an installation for a single company does not have; the API refuses their calls with 403 as well (spec 1 §6). */
export function NotInStandalone() {
  const { standalone } = useSettings();
  const language = useLanguage();
  return standalone ? <Navigate to={`/${language}/error/403`} replace /> : <Outlet />;
}
