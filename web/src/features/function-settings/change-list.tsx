import type { FunctionSettingName } from '@vigil/shared/contract/function-settings-rules';
import { useTranslation } from 'react-i18next';
import type { FunctionSettingsDraft } from './draft.ts';
import { useSettingText } from './use-setting-text.ts';
import classes from './function-settings.module.css';

interface ChangeListProps {
  changed: readonly FunctionSettingName[];
  from: FunctionSettingsDraft;
  to: FunctionSettingsDraft;
}

/** What a save will change, from which value to which. */
export function ChangeList({ changed, from, to }: ChangeListProps) {
  const { t } = useTranslation('functions');
  const text = useSettingText();
  if (changed.length === 0) return null;
  return (
    <ul className={classes.changes} aria-label={t('changes')}>
      {changed.map((name) => (
        <li key={name}>
          {t(`label.${name}`)}: {text(name, from)} → {text(name, to)}
        </li>
      ))}
    </ul>
  );
}
