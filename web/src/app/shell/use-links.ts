import { useMediaQuery } from '@mantine/hooks';
import type { NavConditions, NavEntry } from '../../entities/area.ts';
import { useInstallationSettings } from '../../entities/session/settings.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useSummary } from '../../entities/summary.ts';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { linksOf } from './shown-links.ts';

function useNavContext(): NavConditions {
  const { viewer } = useViewer();
  const settings = useInstallationSettings();
  const isMobile = useMediaQuery(MOBILE_MEDIA_QUERY) ?? false;
  const policies = useSummary();
  return { viewer, settings, policies, isMobile };
}

/** The links that this user may open: those of a menu, or of all. */
export function useLinks(menu?: NavEntry['menu']): readonly NavEntry[] {
  return linksOf(menu, useNavContext());
}
