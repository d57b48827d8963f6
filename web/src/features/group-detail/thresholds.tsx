import { ActionIcon, NumberInput, SegmentedControl, Table, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { AlertThreshold } from '@vigil/shared/contract/alert';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { GroupDetail, ThresholdOfGroup, updateGroup as UpdateGroup } from '@vigil/shared/contract/http/groups';
import { updateGroup } from '@vigil/shared/contract/routes/people';
import { osNames } from '@vigil/shared/domain/os-names';
import { alertKindNumbers, thresholdRanges, type AlertKind } from '@vigil/shared/domain/thresholds';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../entities/group/use-groups.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useServices } from '../../lib/services.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Section } from '../../ui/page.tsx';
import { thresholdEdit } from './threshold-edit.ts';
import { countAlertingDevices, inheritingGroups } from './threshold-effect.ts';
import { alertSystems, codesOf, thresholdValues, type SystemChoice } from './threshold-systems.ts';
import { useRunGroupChange } from './use-save-group.ts';
import { useWeekOfAlerts } from './use-threshold-preview.ts';
import classes from './group-detail.module.css';

const units: { readonly [K in AlertKind]: string } = { 1: 'min', 2: '%', 3: '%', 4: '%', 5: '°C', 6: '°C', 7: 'rpm' };
const valueOf = ({ alert_time, alert_th_value }: AlertThreshold): number | null => alert_time ?? alert_th_value;

/** When alerts are raised: the value in effect, the group that it comes from, and the subgroups that have their own. */
export function Thresholds({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group');
  const [system, setSystem] = useState<SystemChoice>('all');
  return (
    <Section title={t('thresholds.title')} text={t('thresholds.text')}>
      <SegmentedControl
        size="xs"
        className={classes.systems ?? ''}
        aria-label={t('thresholds.system')}
        value={String(system)}
        onChange={(next) => setSystem(alertSystems.find((one) => String(one) === next) ?? 'all')}
        data={[
          { value: 'all', label: t('thresholds.all_systems') },
          ...alertSystems.map((os) => ({ value: String(os), label: osNames[os] })),
        ]}
      />
      <Table className={classes.thresholds ?? ''} verticalSpacing={6} horizontalSpacing="lg" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('thresholds.what')}</Table.Th>
            <Table.Th>{t('thresholds.value')}</Table.Th>
            <Table.Th>{t('thresholds.source')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.values(alertKindNumbers).map((kind) => (
            <ThresholdRow key={`${system} ${kind}`} group={group} kind={kind} system={system} />
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

interface ThresholdProps {
  group: GroupDetail;
  kind: AlertKind;
  system: SystemChoice;
}

function ThresholdRow({ group, kind, system }: ThresholdProps) {
  const { t } = useTranslation('group');
  const { api } = useServices();
  const { run } = useRunGroupChange();
  const denial = useGuestSessionDenial()(updateGroup);
  const codes = codesOf(system, kind);
  const unit = units[kind];
  const isOf = ({ alert_code }: AlertThreshold) => codes.includes(alert_code);
  const own = thresholdValues(group.IW, codes);
  const inherited = thresholdValues(group.inherited, codes);
  const text = (threshold: AlertThreshold) => `${valueOf(threshold) ?? ''} ${unit}`;
  const value = own.same ? valueOf(own.same) : null;
  const [least, most] = thresholdRanges[kind];
  const isTime = kind === alertKindNumbers.disconnected;
  /** What is being typed or stored; null shows the stored value. */
  const [typed, setTyped] = useState<string | number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  /** One call a code; what some of them have changed when another fails is shown afterwards. */
  const put = async (bodies: readonly BodyOf<typeof UpdateGroup>[], done: string) => {
    setIsSaving(true);
    const params = { pk: String(group.pk) };
    await run(() => Promise.all(bodies.map((body) => api.call(updateGroup, { params, body }))), done);
    setIsSaving(false);
  };
  const store = (next: number) =>
    put(
      codes.map((alert_code) => ({
        update_key: 'alert',
        alert_code,
        alert_time: isTime ? next : null,
        alert_th_value: isTime ? null : next,
      })),
      t('changed_group_info'),
    );
  const remove = () =>
    put(
      own.all.map(({ alert_code }) => ({ delete_key: alert_code })),
      inherited.same
        ? t('thresholds.removed_inherited', { group: inherited.same.group_name, value: text(inherited.same) })
        : t(inherited.all.length > 0 ? 'thresholds.removed_mixed' : 'thresholds.removed'),
    );
  const editOf = (input: string | number) => thresholdEdit(input, { stored: value, limits: thresholdRanges[kind] });
  const save = async () => {
    // What was refused stays told until something else is typed.
    if (typed === null) return;
    const edit = editOf(typed);
    setIsRefused(edit.kind === 'refused');
    if (edit.kind === 'store') await store(edit.value);
    if (edit.kind === 'delete') await remove();
    // The field may have been edited again meanwhile.
    setTyped((current) => (current === typed ? null : current));
  };
  const placeholder = inherited.same ? text(inherited.same) : t('thresholds.none');
  return (
    <Table.Tr>
      <Table.Td>{t(`thresholds.kind.${kind}`)}</Table.Td>
      <Table.Td className={classes.threshold}>
        <NumberInput
          size="xs"
          aria-label={t(`thresholds.kind.${kind}`)}
          value={typed ?? value ?? ''}
          placeholder={own.isMixed || inherited.isMixed ? t('thresholds.mixed') : placeholder}
          suffix={` ${unit}`}
          min={least}
          max={most}
          // A value that is corrected silently would not be the stored one.
          clampBehavior="none"
          trimLeadingZeroesOnBlur={false}
          allowNegative={false}
          allowDecimal={!isTime}
          error={isRefused && t('thresholds.refused', { least, most, unit })}
          hideControls
          description={
            <WouldAlert group={group} kind={kind} system={system} edit={typed === null ? null : editOf(typed)} />
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={denial !== null}
          onChange={(next) => {
            setTyped(next);
            setIsRefused(false);
          }}
          onBlur={() => void save()}
          onKeyDown={({ key }) => key === 'Enter' && void save()}
        />
        {own.all.length > 0 && denial === null && (
          <Tooltip label={t('thresholds.remove')}>
            <ActionIcon
              size={24}
              disabled={isSaving}
              aria-label={`${t('thresholds.remove')}: ${t(`thresholds.kind.${kind}`)}`}
              onClick={() => void remove()}
            >
              <IconX size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </Table.Td>
      <Table.Td>
        <Source own={own} inherited={inherited} text={text} />
        {overridingOf(group.overridden_by.filter(isOf), text).map(([name, values]) => (
          <small key={name} className={classes.dim}>
            {t('thresholds.overridden', { group: name, value: values })}
          </small>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}

/** The subgroups that have values of their own, each once, with its values. */
const overridingOf = (
  thresholds: readonly ThresholdOfGroup[],
  text: (threshold: AlertThreshold) => string,
): readonly (readonly [name: string, values: string])[] =>
  [...Map.groupBy(thresholds, ({ group_fk }) => group_fk).values()].map((own) => [
    own[0]?.group_name ?? '',
    [...new Set(own.map(text))].join(', '),
  ]);

interface WouldAlertProps extends ThresholdProps {
  /** What leaving the field would do; null while nothing is typed. */
  edit: ReturnType<typeof thresholdEdit> | null;
}

/** How many devices the typed value would alert at once, and would have alerted in a week, before it is stored. */
function WouldAlert({ group, kind, system, edit }: WouldAlertProps) {
  const { t } = useTranslation('group');
  const { store } = useLiveData();
  const { tree } = useGroups();
  const [now] = useState(() => Date.now());
  const node = tree.byPk.get(group.pk);
  const value = edit?.kind === 'store' ? edit.value : null;
  const count = useMemo(() => {
    if (value === null || !node) return null;
    return codesOf(system, kind).reduce((sum, code) => {
      const exceptions = group.overridden_by.filter(({ alert_code }) => alert_code === code);
      const groups = inheritingGroups(node, new Set(exceptions.map(({ group_fk }) => group_fk)));
      return sum + countAlertingDevices(store.all(), groups, { code, kind, value, now });
    }, 0);
  }, [value, node, kind, system, group, store, now]);
  const week = useWeekOfAlerts(group.pk, codesOf(system, kind), value);
  return (
    <span role="status">
      {count !== null && t('thresholds.would_alert', { count })}
      {count !== null && week !== null && <> · {t('thresholds.week_alert', { count: week })}</>}
    </span>
  );
}

interface SourceProps {
  own: ReturnType<typeof thresholdValues<AlertThreshold>>;
  inherited: ReturnType<typeof thresholdValues<ThresholdOfGroup>>;
  text: (threshold: AlertThreshold) => string;
}

function Source({ own, inherited, text }: SourceProps) {
  const { t } = useTranslation('group');
  if (own.isMixed || inherited.isMixed) return t('thresholds.mixed');
  if (!inherited.same) return own.same ? t('thresholds.own') : t('thresholds.none');
  const from = { group: inherited.same.group_name, value: text(inherited.same) };
  return own.same ? t('thresholds.instead', from) : t('thresholds.from', from);
}
