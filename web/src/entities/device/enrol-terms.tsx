import { Group, Select, TreeSelect } from '@mantine/core';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { useTranslation } from 'react-i18next';
import { groupTreeOptions } from '../group/group-tree-options.ts';
import { defaultGroupOf } from '../group/group-tree.ts';
import { useGroupPath, useGroups } from '../group/use-groups.ts';
import { useViewer } from '../session/viewer.ts';
import { enrolUseChoices } from './enrol-uses.ts';
import classes from './enrol-token-steps.module.css';

/** What an enrolment token is created with. */
export interface EnrolTerms {
  /** Null for the default group. */
  group: GroupPk | null;
  hours: number;
  uses: number;
}

export const DEFAULT_ENROL_HOURS = 24;
const hours = [1, DEFAULT_ENROL_HOURS, 168] as const;
interface EnrolTermsProps {
  terms: EnrolTerms;
  onChange: (terms: EnrolTerms) => void;
}

/** The group of the devices, and how long and for how many of them the token is valid. */
export function EnrolTermsFields({ terms, onChange }: EnrolTermsProps) {
  const { t } = useTranslation('enrol');
  const { tree } = useGroups();
  const groupPathOf = useGroupPath();
  const { profile } = useViewer();
  const home = defaultGroupOf(tree)?.pk ?? null;
  const chosen = terms.group ?? home;
  const isBelow = chosen !== null && (tree.byPk.get(chosen)?.depth ?? 0) > 0;
  return (
    <Group gap="xs" mb={8} align="flex-start" className={classes.terms}>
      <TreeSelect
        size="xs"
        label={t('terms.group')}
        data={groupTreeOptions(tree)}
        // Sites have groups of the same names.
        description={isBelow && groupPathOf(chosen)}
        inputWrapperOrder={['label', 'input', 'description']}
        value={chosen === null ? null : String(chosen)}
        onChange={(value) => value !== null && onChange({ ...terms, group: Number(value) as GroupPk })}
        searchable
      />
      <Select
        size="xs"
        label={t('terms.expires')}
        data={hours.map((value) => ({ value: String(value), label: t(`terms.hours.${value}`) }))}
        value={String(terms.hours)}
        onChange={(value) => value !== null && onChange({ ...terms, hours: Number(value) })}
        allowDeselect={false}
      />
      <Select
        size="xs"
        label={t('terms.uses')}
        data={enrolUseChoices(profile).map((value) => ({
          value: String(value),
          label: t('terms.devices', { count: value }),
        }))}
        value={String(terms.uses)}
        onChange={(value) => value !== null && onChange({ ...terms, uses: Number(value) })}
        allowDeselect={false}
      />
    </Group>
  );
}
