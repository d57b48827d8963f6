import { ActionIcon, Anchor, Badge, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconAdjustments, IconCopy, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { AppConfig } from '@vigil/shared/contract/http/app-configs';
import { createTextSearch } from '@vigil/shared/domain/search-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { shownConfigKeys } from '../../entities/config/shown-keys.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useLanguage } from '../../lib/language.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { EmptyNote, NoMatches } from '../../ui/empty-note.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useConfigActions } from './use-config-actions.ts';

interface ConfigListProps {
  configs: readonly AppConfig[];
  /** Why this user may not change configurations, or null. */
  denial: string | null;
}

export function ConfigList({ configs, denial }: ConfigListProps) {
  const { t } = useTranslation('config');
  const [text, setText] = useState('');
  const isFound = createTextSearch(text);
  const shown = configs.filter(({ config_name, description }) => isFound(config_name, description));
  return (
    <Page title={t('title')} tools={<AddButton denial={denial} />}>
      <Section
        title={t('list')}
        text={t('intro')}
        tools={
          <TextInput
            size="xs"
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        }
      >
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {shown.map((config, index) => (
            <ConfigLine key={config.pk} config={config} denial={denial} isFirst={index === 0} />
          ))}
        </Stack>
        {shown.length === 0 && <NoMatches onClear={() => setText('')} />}
        {configs.length === 1 && shown.length === 1 && (
          <EmptyNote icon={<IconAdjustments stroke={1.4} />} title={t('empty')} text={t('empty_text')} />
        )}
      </Section>
    </Page>
  );
}

function AddButton({ denial }: Pick<ConfigListProps, 'denial'>) {
  const { t } = useTranslation('config');
  const language = useLanguage();
  const look = { leftSection: <IconPlus size={16} aria-hidden="true" /> };
  if (denial === null)
    return (
      <Button component={Link} to={`/${language}/appconfig/new`} {...look}>
        {t('add')}
      </Button>
    );
  return (
    <DisableWithReason reason={denial}>
      <Button {...look}>{t('add')}</Button>
    </DisableWithReason>
  );
}

interface ConfigLineProps {
  config: AppConfig;
  denial: string | null;
  isFirst: boolean;
}

function ConfigLine({ config, denial, isFirst }: ConfigLineProps) {
  const { t } = useTranslation('config');
  const language = useLanguage();
  const { isAdmin } = useViewer().viewer.flags;
  const { copy, remove } = useConfigActions();
  const { pk, config_name, description, device_count: devices, group_count: groups, reach_count: reach } = config;
  const isDefault = config.flag_df_config === 1;
  const set = shownConfigKeys.filter((key) => config.config[key] !== undefined).map((key) => t(`key.${key}`));
  const address = `/${language}/appconfig/${pk}`;
  return (
    <Group
      component="li"
      wrap="nowrap"
      px={20}
      py={12}
      align="flex-start"
      style={isFirst ? {} : { borderTop: '1px solid var(--line)' }}
    >
      <Stack gap={2} flex={1} miw={0}>
        <Group gap={8}>
          <Anchor component={Link} to={address} fw={600} style={{ overflowWrap: 'anywhere' }}>
            {config_name}
          </Anchor>
          {isDefault && (
            <Badge size="sm" variant="light" tt="none">
              {t('default')}
            </Badge>
          )}
        </Group>
        {description !== '' && <Text size="sm">{description}</Text>}
        <Text size="xs" c="dimmed">
          {set.length === 0 ? t('nothing_set') : t('sets', { keys: set.join(', ') })}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {isDefault
            ? t(isAdmin ? 'uses_default' : 'uses_default_seen', { reach })
            : t('uses', { devices, groups, reach })}
        </Text>
      </Stack>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={28} aria-label={t('actions', { name: config_name })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={address} leftSection={<IconPencil size={15} />}>
            {t(denial === null ? 'edit' : 'show')}
          </Menu.Item>
          <DisableWithReason reason={denial}>
            <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void copy(config)}>
              {t('copy')}
            </Menu.Item>
          </DisableWithReason>
          <DisableWithReason reason={denial ?? (isDefault ? t('default_stays') : null)}>
            <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => remove(config)}>
              {t('delete')}
            </Menu.Item>
          </DisableWithReason>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

export function BackToConfigsLink() {
  const { t } = useTranslation('config');
  const language = useLanguage();
  return (
    <Button component={Link} to={`/${language}/appconfig`} variant="default">
      {t('back')}
    </Button>
  );
}
