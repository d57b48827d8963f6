import {
  Button,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  TagsInput,
  TextInput,
  InputWrapper,
} from '@mantine/core';
import type { Channel } from '@vigil/shared/contract/http/channels';
import {
  MAX_CHANNEL_ADDRESSES,
  MAX_CHANNEL_GROUPS,
  MAX_CHANNEL_NAME,
  MAX_CHANNEL_URL,
  MAX_ESCALATION_MINUTES,
} from '@vigil/shared/contract/limits';
import type { ChannelKind } from '@vigil/shared/contract/names';
import { createChannel, updateChannel } from '@vigil/shared/contract/routes/alerts';
import { alertKindNumbers, type AlertKind } from '@vigil/shared/domain/thresholds';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupOptions } from '../../entities/group/group-options.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import {
  changedTargetOf,
  channelBodyOf,
  channelDraftOf,
  channelTargetOf,
  faultOf,
  newChannelDraft,
  type ChannelDraft,
} from './channel-draft.ts';
import { useChannelKindNames } from './use-channel-texts.ts';
import { channels } from './use-channels.ts';

interface ChannelDialogProps {
  /** Null for a new one. */
  channel: Channel | null;
  /** With the secret of a new webhook, null for other kinds and after a change. */
  onMade: (secret: string | null) => void;
  onRotate: (channel: Channel) => void;
  onClose: () => void;
}

/** Asks where incidents are told, and which. */
export function ChannelDialog({ channel, onMade, onRotate, onClose }: ChannelDialogProps) {
  const { t } = useTranslation(['channels', 'common']);
  const change = channels.useChange();
  const problemText = useProblemText();
  const { tree } = useGroups();
  const [draft, setDraft] = useState<ChannelDraft>(() =>
    channel ? channelDraftOf(channel, (pk) => tree.byPk.has(pk)) : newChannelDraft,
  );
  const [isTried, setIsTried] = useState(false);
  const edit = (changed: Partial<ChannelDraft>) => setDraft({ ...draft, ...changed });
  const fault = faultOf(draft, channel === null);
  const save = useSingleFlightMutation({
    mutationFn: async () => {
      const body = channelBodyOf(draft, channel);
      if (channel === null)
        return (await change(createChannel, { body: { ...body, ...channelTargetOf(draft) } })).objects.secret;
      await change(updateChannel, {
        params: { pk: String(channel.pk) },
        body: { ...body, ...changedTargetOf(draft) },
      });
      return null;
    },
    onSuccess: (secret) => {
      notifyDone(t('saved', { name: draft.name.trim() }));
      onMade(secret);
    },
  });
  const { error } = save;
  const isOfName = isApiProblem(error) && error.field === 'body.name';
  const isSigned = channel?.kind === 'webhook';
  return (
    <FormDialog
      title={t(channel === null ? 'add' : 'edit_title')}
      size="md"
      submit={t(channel === null ? 'add' : 'common:save')}
      error={isOfName ? null : error}
      isPending={save.isPending}
      isDisabled={draft.name.trim() === ''}
      onSubmit={() => {
        setIsTried(true);
        if (fault === null) save.mutate();
      }}
      onClose={onClose}
      note={
        isSigned && (
          <Button variant="subtle" size="compact-sm" onClick={() => onRotate(channel)}>
            {t('rotate')}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <TextInput
          label={t('column.name')}
          placeholder={t('name_example')}
          value={draft.name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          error={isOfName ? problemText(error) : null}
          maxLength={MAX_CHANNEL_NAME}
          data-autofocus
        />
        <AddressFields
          draft={draft}
          channel={channel}
          isWrong={isTried && (fault === 'url' || fault === 'to')}
          onChange={edit}
        />
        <ScopeFields draft={draft} isMissing={isTried && fault === 'groups'} onChange={edit} />
        <InputWrapper label={t('when')}>
          <SegmentedControl
            fullWidth
            aria-label={t('when')}
            data={[
              { value: 'begin', label: t('when_begin') },
              { value: 'escalation', label: t('when_escalation') },
            ]}
            value={draft.isEscalation ? 'escalation' : 'begin'}
            onChange={(value) => edit({ isEscalation: value === 'escalation' })}
          />
        </InputWrapper>
        {draft.isEscalation && (
          <NumberInput
            label={t('minutes')}
            description={t('minutes_text')}
            value={draft.minutes}
            onChange={(minutes) => edit({ minutes })}
            min={1}
            max={MAX_ESCALATION_MINUTES}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            error={isTried && fault === 'minutes' ? t('minutes_wrong', { most: MAX_ESCALATION_MINUTES }) : null}
          />
        )}
        <Switch
          label={t('enabled')}
          checked={draft.isEnabled}
          onChange={(event) => edit({ isEnabled: event.currentTarget.checked })}
        />
      </Stack>
    </FormDialog>
  );
}

interface FieldsProps {
  draft: ChannelDraft;
  onChange: (changed: Partial<ChannelDraft>) => void;
}

/** The kind stays what it is: each is sent another form. */
function AddressFields({
  draft: { kind, url, to },
  channel,
  isWrong,
  onChange,
}: FieldsProps & { channel: Channel | null; isWrong: boolean }) {
  const { t } = useTranslation('channels');
  const names = useChannelKindNames();
  return (
    <>
      {channel === null && (
        <Select
          label={t('kind')}
          description={t(`kind_text.${kind}`)}
          data={Object.entries(names).map(([value, label]) => ({ value: value as ChannelKind, label }))}
          value={kind}
          onChange={(value) => value && onChange({ kind: value })}
          allowDeselect={false}
        />
      )}
      {kind === 'mail' ? (
        <TagsInput
          label={t('to')}
          description={t('to_text')}
          placeholder={to.length === 0 ? 'operations@example.com' : ''}
          value={[...to]}
          onChange={(addresses) => onChange({ to: addresses })}
          splitChars={[',', ';', ' ']}
          maxTags={MAX_CHANNEL_ADDRESSES}
          error={isWrong && t('to_wrong')}
          acceptValueOnBlur
        />
      ) : (
        <TextInput
          label={t('url')}
          description={channel === null ? t('url_text') : t('url_kept', { host: channel.host })}
          placeholder="https://"
          type="url"
          value={url}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
          error={isWrong && t('url_wrong')}
          maxLength={MAX_CHANNEL_URL}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </>
  );
}

function ScopeFields({
  draft: { isOfGroups, groups, alerts },
  isMissing,
  onChange,
}: FieldsProps & { isMissing: boolean }) {
  const { t } = useTranslation(['channels', 'bell']);
  const { tree } = useGroups();
  const options = groupOptions(tree);
  return (
    <>
      <InputWrapper label={t('column.about')}>
        <SegmentedControl
          fullWidth
          aria-label={t('column.about')}
          data={[
            { value: 'all', label: t('all_devices') },
            { value: 'groups', label: t('of_groups') },
          ]}
          value={isOfGroups ? 'groups' : 'all'}
          onChange={(value) => onChange({ isOfGroups: value === 'groups' })}
        />
      </InputWrapper>
      {isOfGroups && (
        <MultiSelect
          label={t('groups')}
          description={t('groups_text')}
          data={options}
          value={[...groups]}
          onChange={(chosen) => onChange({ groups: chosen })}
          error={isMissing && t('groups_missing')}
          maxValues={MAX_CHANNEL_GROUPS}
          limit={100}
          searchable
          clearable
        />
      )}
      <MultiSelect
        label={t('alerts')}
        description={t('alerts_text')}
        placeholder={alerts.length === 0 ? t('all_alerts') : ''}
        data={Object.values(alertKindNumbers).map((one) => ({ value: String(one), label: t(`bell:kind.${one}`) }))}
        value={alerts.map(String)}
        onChange={(chosen) => onChange({ alerts: chosen.map(Number).toSorted((a, b) => a - b) as AlertKind[] })}
        clearable
      />
    </>
  );
}
