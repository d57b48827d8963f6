import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconScreenShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useViewer } from '../../entities/session/viewer.ts';
import { wallViewPath, wallViews } from '../../entities/wall-view/wall-views.ts';
import { useLanguage } from '../../lib/language.ts';

/** The walls of the company, read while the palette is open. */
export function useWallViewActions(isOpen: boolean): SpotlightActionGroupData {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const language = useLanguage();
  const { viewer } = useViewer();
  // The account of a ticket has no part in what the company saves.
  const { data = [] } = wallViews.useList({ enabled: isOpen && !viewer.isTemporary });
  return {
    group: t('palette.walls'),
    actions: data.map(({ pk, name, owner }) => ({
      id: `wall-${pk}`,
      label: t('palette.wall', { name }),
      description: owner?.name ?? '',
      leftSection: <IconScreenShare size={18} stroke={1.6} />,
      onClick: () => void navigate(`/${language}/${wallViewPath(pk)}`),
    })),
  };
}
