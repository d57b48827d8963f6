import { ActionIcon, NumberInput, Table, Tooltip } from '@mantine/core';
import type { AlertCode, AlertThreshold } from '@vigil/shared/contract/alert';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type {
  GroupDetail,
  ThresholdOfGroup,
  updateGroupOrAlertThreshold as UpdateGroup,
} from '@vigil/shared/contract/http/groups';
import { alertKindNumbers, thresholdRanges, type AlertKind } from '@vigil/shared/domain/thresholds';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateGroupOrAlertThreshold } from '../../endpoints/groups.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { useServices } from '../../lib/services.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Section } from '../../ui/page.tsx';
import classes from './group-detail.module.css';
import { thresholdEdit } from './threshold-edit.ts';
import { useRunGroupChange } from './use-save-group.ts';
import { countDevicesThatWouldAlert, groupAndInheritingSubgroups } from './threshold-effect.ts';

/** Only Windows is offered (spec 3 §3). */
const codeOf = (kind: AlertKind) => `IW${kind}` as AlertCode;
const units: { readonly [K in AlertKind]: string } = { 1: 'min', 2: '%', 3: '%', 4: '%', 5: '°C', 6: '°C', 7: 'rpm' };
const valueOf = ({ alert_time, alert_th_value }: AlertThreshold): number | null => alert_time ?? alert_th_value;

/** When alerts are raised: the value in effect, the group that it comes from, and the subgroups that have their own. */
export function Thresholds({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group');
  return (
    <Section title={t('thresholds.title')} text={t('thresholds.text')}>
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
            <ThresholdRow key={kind} group={group} kind={kind} />
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}

function ThresholdRow({ group, kind }: { group: GroupDetail; kind: AlertKind }) {
  const { t } = useTranslation('group');
  const { api } = useServices();
  const { run } = useRunGroupChange();
  const denial = useGuestSessionDenial()(updateGroupOrAlertThreshold);
  const code = codeOf(kind);
  const unit = units[kind];
  const isOf = ({ alert_code }: AlertThreshold) => alert_code === code;
  const own = group.IW.find(isOf);
  const inherited = group.inherited.find(isOf);
  const overriding = group.overridden_by.filter(isOf);
  const text = (threshold: AlertThreshold) => `${valueOf(threshold) ?? ''} ${unit}`;
  const value = own ? valueOf(own) : null;
  const [least, most] = thresholdRanges[kind];
  const isTime = kind === alertKindNumbers.disconnected;
  /** What is being typed or stored; null shows the stored value. */
  const [typed, setTyped] = useState<string | number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const put = (body: BodyOf<typeof UpdateGroup>, done: string) =>
    run(() => api.call(updateGroupOrAlertThreshold, { params: { pk: String(group.pk) }, body }), done);
  const store = (next: number) =>
    put(
      { update_key: 'alert', alert_code: code, alert_time: isTime ? next : null, alert_th_value: isTime ? null : next },
      t('changed_group_info'),
    );
  const remove = () =>
    put(
      { delete_key: code },
      inherited
        ? t('thresholds.removed_inherited', { group: inherited.group_name, value: text(inherited) })
        : t('thresholds.removed'),
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
  return (
    <Table.Tr>
      <Table.Td>{t(`thresholds.kind.${kind}`)}</Table.Td>
      <Table.Td className={classes.threshold}>
        <NumberInput
          size="xs"
          aria-label={t(`thresholds.kind.${kind}`)}
          value={typed ?? value ?? ''}
          placeholder={inherited ? text(inherited) : t('thresholds.none')}
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
          description={<WouldAlert group={group} kind={kind} edit={typed === null ? null : editOf(typed)} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={denial !== null}
          onChange={(next) => {
            setTyped(next);
            setIsRefused(false);
          }}
          onBlur={() => void save()}
          onKeyDown={({ key }) => key === 'Enter' && void save()}
        />
        {own && denial === null && (
          <Tooltip label={t('thresholds.remove')}>
            <ActionIcon
              size={24}
              aria-label={`${t('thresholds.remove')}: ${t(`thresholds.kind.${kind}`)}`}
              onClick={() => void remove()}
            >
              <IconX size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </Table.Td>
      <Table.Td>
        <Source own={own !== undefined} inherited={inherited} text={text} />
        {overriding.map((one) => (
          <small key={one.group_fk} className={classes.dim}>
            {t('thresholds.overridden', { group: one.group_name, value: text(one) })}
          </small>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}

interface WouldAlertProps {
  group: GroupDetail;
  kind: AlertKind;
  /** What leaving the field would do; null while nothing is typed. */
  edit: ReturnType<typeof thresholdEdit> | null;
}

/** How many devices the typed value would alert at once, before it is stored. */
function WouldAlert({ group, kind, edit }: WouldAlertProps) {
  const { t } = useTranslation('group');
  const { store } = useLiveData();
  const { tree } = useGroups();
  const [now] = useState(() => Date.now());
  const node = tree.byPk.get(group.pk);
  const value = edit?.kind === 'store' ? edit.value : null;
  const count = useMemo(() => {
    if (value === null || !node) return null;
    const code = codeOf(kind);
    const exceptions = group.overridden_by.filter(({ alert_code }) => alert_code === code);
    const groups = groupAndInheritingSubgroups(node, new Set(exceptions.map(({ group_fk }) => group_fk)));
    return countDevicesThatWouldAlert(store.all(), groups, { code, kind, value, now });
  }, [value, node, kind, group, store, now]);
  return <span role="status">{count !== null && t('thresholds.would_alert', { count })}</span>;
}

interface SourceProps {
  own: boolean;
  inherited: ThresholdOfGroup | undefined;
  text: (threshold: AlertThreshold) => string;
}

function Source({ own, inherited, text }: SourceProps) {
  const { t } = useTranslation('group');
  if (!inherited) return own ? t('thresholds.own') : t('thresholds.none');
  const from = { group: inherited.group_name, value: text(inherited) };
  return own ? t('thresholds.instead', from) : t('thresholds.from', from);
}
