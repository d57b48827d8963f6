import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconLogout, IconMessageCircle, IconUser } from '@tabler/icons-react';
import type { Profile } from '@vigil/shared/contract/http/profile';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { initialsOf } from '../../../entities/profile/initials.ts';
import { supportChatOpenAtom, useSupportChatUrl } from '../../../entities/session/support-chat.ts';
import { useViewer } from '../../../entities/session/viewer.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useAskBeforeLeaving } from '../../../lib/leave-guards.ts';
import { useServices } from '../../../lib/services.ts';
import classes from './header.module.css';

/** How the user came in. */
const signedInAs = ({ is_invited, is_temporary }: Profile) =>
  is_temporary ? 'profile.temporary_as' : is_invited ? 'profile.invited_as' : 'profile.signed_in_as';

export function ProfileMenu() {
  const { t } = useTranslation('shell');
  const { signOut } = useServices();
  const askBeforeLeaving = useAskBeforeLeaving();
  const { profile } = useViewer();
  const language = useLanguage();
  const chat = useSupportChatUrl();
  const openChat = useSetAtom(supportChatOpenAtom);
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
            {t(signedInAs(profile))}
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
        {chat !== null && (
          <Menu.Item leftSection={<IconMessageCircle size={15} stroke={1.6} />} onClick={() => openChat(true)}>
            {t('support_chat')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={15} stroke={1.6} />}
          onClick={() => askBeforeLeaving(() => signOut(null))}
        >
          {t('profile.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
