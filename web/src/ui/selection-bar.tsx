import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  count: number;
  /** Of these, how many are not in sight. */
  hidden: number;
  onClear: () => void;
}

/** How many rows of a list are selected, those included that are on other pages, and the way to none. */
export function SelectionBar({ count, hidden, onClear }: SelectionBarProps) {
  const { t } = useTranslation('list');
  if (count === 0) return null;
  return (
    <div className={classes.bar}>
      <b role="status">
        {t('selected', { count })}
        {hidden > 0 && ` · ${t('selected_elsewhere', { count: hidden })}`}
      </b>
      <Button variant="transparent" size="compact-xs" onClick={onClear}>
        {t('clear_selection')}
      </Button>
    </div>
  );
}
