import { Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  choosePackage,
  defaultPackage,
  type PackageChoice,
  type Downloads,
  type PackagePreference,
} from './agent-package.ts';
import type { EnrolSystem } from './install-command.ts';

interface AgentChoice extends PackageChoice {
  wish: PackagePreference;
  onWish: (wish: PackagePreference) => void;
}

/** The package of the agent for a system, and what the user chose among several. */
export function useAgentPackageChoice(downloads: Downloads | undefined, system: EnrolSystem): AgentChoice {
  const [wish, onWish] = useState(defaultPackage);
  return { ...choosePackage(downloads, Number(system), wish), wish, onWish };
}

/** Processor and format of the package, where a system has several. */
export function PackageFields({ choice: { processors, formats, wish, onWish } }: { choice: AgentChoice }) {
  const { t } = useTranslation('support');
  if (processors.length === 0 && formats.length === 0) return null;
  return (
    <Group gap="xs" mt={8}>
      {processors.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={t('downloads.processor')}
          value={wish.arch}
          onChange={(arch) => onWish({ ...wish, arch })}
          data={processors.map((value) => ({ value, label: t(`downloads.arch.${value}`) }))}
        />
      )}
      {formats.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={t('downloads.package')}
          value={wish.format}
          onChange={(format) => onWish({ ...wish, format })}
          data={formats.map((value) => ({ value, label: value === 'tar.gz' ? t('downloads.any_linux') : `.${value}` }))}
        />
      )}
    </Group>
  );
}

/** What the device has to have before the agent can be installed. */
export function PackageNeeds({ choice: { agent, isPreparing }, system }: { choice: AgentChoice; system: EnrolSystem }) {
  const { t } = useTranslation(['support', 'enrol']);
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {agent === null
        ? t(`enrol:needs.${system}`)
        : agent.needs_node === null
          ? t('downloads.needs_nothing')
          : t('downloads.needs', { version: agent.needs_node })}
      {isPreparing && ` ${t('downloads.preparing')}`}
    </Text>
  );
}
