import { ActionIcon, Anchor, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { OsId } from '@vigil/shared/contract/device';
import { osNames } from '@vigil/shared/domain/os-names';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { OsIcon } from '../../entities/device/os-icon.tsx';
import { useViewer } from '../../entities/session/viewer.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import classes from './statistics.module.css';

interface DeviceCellProps {
  alias: string;
  /** Null for a device whose key was not kept. */
  pk: number | null;
  exists: boolean;
}

/** The name that the device had then; it leads to the device while there is one. */
export function DeviceCell({ alias, pk, exists }: DeviceCellProps) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  if (pk !== null && exists) {
    return (
      <Anchor component={Link} to={`/${language}/device/all/${pk}`} fz="inherit" title={alias}>
        {alias}
      </Anchor>
    );
  }
  return (
    <span title={t('device_gone')} className={classes.gone}>
      {alias || NO_VALUE}
    </span>
  );
}

/** The ID of a user, below a name where there is one; it leads administrators to the user. */
export function UserCell({ id, name = '', pk }: { id: string; name?: string; pk: number | null }) {
  const language = useLanguage();
  const { viewer } = useViewer();
  const text = id || NO_VALUE;
  return (
    <>
      {pk !== null && viewer.flags.isAdmin ? (
        <Anchor component={Link} to={`/${language}/management/managers/${pk}`} fz="inherit">
          {text}
        </Anchor>
      ) : (
        <span>{text}</span>
      )}
      {name !== '' && <small>{name}</small>}
    </>
  );
}

/** A public address, and the private one in brackets where it is known. */
export function AddressCell({ open, inside }: { open: string | null; inside: string | null }) {
  if (!open && !inside) return NO_VALUE;
  return (
    <span className={classes.address}>
      {open && <span>{open}</span>} {inside && <span>({inside})</span>}
    </span>
  );
}

/** `isShort`: where a table has many columns, the name is that of the icon. */
export function OsCell({ os, isShort = false }: { os: OsId | null; isShort?: boolean }) {
  if (os === null) return NO_VALUE;
  return (
    <span className={classes.os} title={osNames[os]}>
      <OsIcon os={os} size={15} />
      <span className={isShort ? classes.onPhone : undefined}>{osNames[os]}</span>
    </span>
  );
}

export interface ContextLink {
  label: string;
  /** Without the language. */
  to: string;
}

/** What belongs to a row: its device, its person, what else was done then. */
export function ContextMenu({ links }: { links: readonly (ContextLink | null)[] }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const shown = links.filter((link) => link !== null);
  if (shown.length === 0) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={26} aria-label={t('context')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ label, to }) => (
          <Menu.Item key={to} component={Link} to={`/${language}/${to}`}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
