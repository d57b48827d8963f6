import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useServices } from '../../lib/services.ts';
import { useLanguage } from '../../lib/language.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import classes from './header.module.css';

export function ProfileMenu() {
  const { t } = useTranslation('shell');
  const { signOut } = useServices();
  const { profile } = useViewer();
  const language = useLanguage();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={32} radius="xl" aria-label={`${t('profile.label')}: ${profile.name}`}>
          <span className={classes.avatar} data-initials={initialsOf(profile.name)} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="xs" c="dimmed">
            {t(profile.is_invited ? 'profile.invited_as' : 'profile.signed_in_as')}
          </Text>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {profile.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {profile.mgrid} · {profile.company_name}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={`/${language}/management/profile`}
          leftSection={<IconUser size={15} stroke={1.6} />}
        >
          {t('profile.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} stroke={1.6} />} onClick={() => signOut(null)}>
          {t('profile.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Two letters of a name in Latin script, the first two characters of any other. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word.charAt(0)) : [name.trim().slice(0, 2)];
  return letters.join('').toUpperCase();
}
