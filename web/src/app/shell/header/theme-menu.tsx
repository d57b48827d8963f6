import { ActionIcon, Menu, Tooltip, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const schemes: readonly [MantineColorScheme, Icon][] = [
  ['auto', IconDeviceDesktop],
  ['light', IconSun],
  ['dark', IconMoon],
];

export function ThemeMenu() {
  const { t } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes.find(([scheme]) => scheme === colorScheme)?.[1] ?? IconDeviceDesktop;
  const label = `${t('theme.label')}: ${t(`theme.${colorScheme}`)}`;
  return (
    <Menu position="bottom-end">
      <Tooltip label={label}>
        <Menu.Target>
          <ActionIcon aria-label={label}>
            <Current size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {schemes.map(([scheme, Shape]) => (
          <Menu.Item
            key={scheme}
            leftSection={<Shape size={15} stroke={1.6} />}
            rightSection={scheme === colorScheme ? <IconCheck size={14} /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`theme.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
