import { IconCornerLeftUp, IconFolderFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useGroupActions } from '../../entities/group/use-group-actions.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { GroupButtons, type GroupRowsProps } from './group-table.tsx';
import classes from './groups.module.css';

/** The groups as folders, with the time of their last change. */
export function GroupIcons({ nodes, parentLevelPath, counts, onDelete }: GroupRowsProps) {
  const { t } = useTranslation('groups');
  const language = useLanguage();
  const time = useTimeFormat();
  const { reasonAgainst } = useGroupActions();
  return (
    <ul className={classes.icons}>
      {parentLevelPath !== null && (
        <li>
          <Link to={parentLevelPath} className={classes.folder} aria-label={t('up')}>
            <IconCornerLeftUp size={40} stroke={1.3} aria-hidden="true" />
            <b>..</b>
          </Link>
        </li>
      )}
      {nodes.map((node) => {
        const { pk, name, update_time } = node.group;
        return (
          <li key={pk}>
            <Link to={`/${language}/management/groups/${pk}`} className={classes.folder}>
              <IconFolderFilled size={44} aria-hidden="true" />
              <b>{name}</b>
              <small>{t('devices', { count: counts.get(pk)?.total ?? 0 })}</small>
              <small>{time.minute(update_time)}</small>
            </Link>
            <GroupButtons node={node} reason={reasonAgainst('delete', node.group)} onDelete={onDelete} />
          </li>
        );
      })}
    </ul>
  );
}
