import { Button, Select, Textarea, TextInput } from '@mantine/core';
import type { AppConfigPk } from '@vigil/shared/contract/ids';
import { cleanLines } from '@vigil/shared/contract/patterns';
import { useAtom } from 'jotai';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceOfConfig, configOfChoice, type ConfigChoice } from '../../../entities/config/config-choices.ts';
import { OsIcon } from '../../../entities/device/os-icon.tsx';
import { dotStateOf, StateDot } from '../../../entities/device/state-dot.tsx';
import { useViewer } from '../../../entities/session/viewer.ts';
import { NO_VALUE } from '../../../lib/format.ts';
import type { FleetDevice } from '../../../live/fleet-device.ts';
import {
  conflictingFields,
  fieldProblemOf,
  lengthLimits,
  draftValueOf,
  dropDraftField,
  keepOwnValue,
  withValue,
  type DeviceDraft,
  type DraftField,
} from './drafts.ts';
import { draftsAtom } from './edit-state.ts';
import classes from './edit.module.css';

interface EditRowProps {
  device: FleetDevice;
  draft: DeviceDraft | undefined;
  configs: readonly ConfigChoice[];
  /** Why the viewer may not change a field; null if they may. */
  denials: { readonly [F in DraftField]: string | null };
}

/** The fields of one device that can be changed. */
export const EditRow = memo(function EditRow({ device, draft, configs, denials }: EditRowProps) {
  const { t } = useTranslation(['devices', 'common']);
  const { viewer } = useViewer();
  const [, setDrafts] = useAtom(draftsAtom);
  const state = dotStateOf(device, viewer);
  const conflicts = draft ? conflictingFields(draft, device) : [];
  const config = draftValueOf(draft, device, 'app_config_fk');

  const text = (field: 'alias' | 'memo') => {
    const value = draftValueOf(draft, device, field);
    const fault = fieldProblemOf(field, value);
    const change = (typed: string) => setDrafts((drafts) => withValue(drafts, device, field, typed));
    const shared = {
      size: 'xs',
      'aria-label': `${t(field === 'alias' ? 'column.alias' : 'memo')} – ${device.alias}`,
      value,
      disabled: denials[field] !== null,
      title: denials[field] ?? undefined,
      'data-changed': draft?.values[field] !== undefined || undefined,
      error: fault && t(`edit.fault.${fault}`, { length: value.length, limit: lengthLimits[field] }),
    } as const;
    // A field of one line would drop the ends of the lines of a memo.
    return field === 'memo' ? (
      <Textarea
        {...shared}
        autosize
        minRows={1}
        maxRows={4}
        onChange={({ currentTarget }) => change(cleanLines(currentTarget.value))}
      />
    ) : (
      <TextInput {...shared} onChange={({ currentTarget }) => change(currentTarget.value)} />
    );
  };
  return (
    <div className={classes.row} role="row" data-changed={draft !== undefined || undefined}>
      <span role="cell" className={classes.device}>
        <OsIcon os={device.dev_os_id} />
        <StateDot state={state} />
        <span title={device.alias}>{device.alias}</span>
      </span>
      <span role="cell">{text('alias')}</span>
      <span role="cell">{text('memo')}</span>
      <span role="cell">
        <Select
          size="xs"
          aria-label={`${t('column.setting')} – ${device.alias}`}
          // The list of configurations may not be there, the name of the present one is.
          data={
            configs.length > 0
              ? [...configs]
              : [{ value: choiceOfConfig(config), label: device.app_config_name ?? t('config_none') }]
          }
          value={choiceOfConfig(config)}
          onChange={(value) => setDrafts((drafts) => withValue(drafts, device, 'app_config_fk', configOfChoice(value)))}
          allowDeselect={false}
          disabled={denials.app_config_fk !== null || configs.length === 0}
          title={denials.app_config_fk ?? undefined}
          data-changed={draft?.values.app_config_fk !== undefined || undefined}
        />
      </span>
      {conflicts.map((field) => (
        <span key={field} role="cell" className={classes.conflict}>
          <span role="alert">
            {t('edit.conflict', {
              field: t(fieldNames[field]),
              mine: shown(draft?.values[field], configs),
              theirs: shown(device[field], configs),
            })}
          </span>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setDrafts((drafts) => keepOwnValue(drafts, device, field))}
          >
            {t('edit.keep_mine')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => setDrafts((drafts) => dropDraftField(drafts, device.pk, field))}
          >
            {t('edit.take_theirs')}
          </Button>
        </span>
      ))}
    </div>
  );
});

const fieldNames = { alias: 'column.alias', memo: 'memo', app_config_fk: 'column.setting' } as const;

function shown(value: string | number | null | undefined, configs: readonly ConfigChoice[]): string {
  if (typeof value === 'string') return value === '' ? NO_VALUE : value;
  return (
    configs.find((config) => config.value === choiceOfConfig((value ?? null) as AppConfigPk | null))?.label ?? NO_VALUE
  );
}
