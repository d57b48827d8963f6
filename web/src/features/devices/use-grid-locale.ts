import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The texts of the grid for screen readers. */
export function useGridLocale(): Record<string, string> {
  const { t } = useTranslation('devices');
  return useMemo(
    () => ({
      ariaRowSelect: t('grid.select_row'),
      ariaRowDeselect: t('grid.deselect_row'),
      ariaRowToggleSelection: t('grid.toggle_row'),
      ariaHeaderSelection: t('grid.select_column'),
      ariaToggleVisibility: t('grid.toggle_row'),
      ariaRowSelectAll: t('grid.select_all'),
      ariaSortableColumn: t('grid.sortable'),
      ariaChecked: t('grid.checked'),
      ariaUnchecked: t('grid.unchecked'),
      ariaIndeterminate: t('grid.indeterminate'),
    }),
    [t],
  );
}
