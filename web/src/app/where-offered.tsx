import type { Settings } from '@vigil/shared/contract/http/settings';
import { Navigate, Outlet } from 'react-router-dom';
import { useSettings } from '../entities/session/settings.ts';
import { useLanguage } from '../lib/language.ts';

interface WhereOfferedProps {
  by: (settings: Settings) => boolean;
  /** The error page that is shown otherwise. */
  otherwise: 403 | 404;
}

/** Pages that some installations do not have; the API refuses their calls as well. */
export function WhereOffered({ by, otherwise }: WhereOfferedProps) {
  const settings = useSettings();
  const language = useLanguage();
  return by(settings) ? <Outlet /> : <Navigate to={`/${language}/error/${otherwise}`} replace />;
}

/** Pages of several companies, and of the site that sells (spec 1 §6). */
export const beyondStandalone = <WhereOffered by={({ standalone }) => !standalone} otherwise={403} />;
