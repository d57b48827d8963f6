import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Approval } from '@vigil/shared/contract/http/approvals';
import type { PersonRow } from '@vigil/shared/contract/http/managers';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { problemTexts } from '@vigil/shared/contract/problem-texts';
import { postApproval, readApprover } from '../../endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalsKey } from '../../entities/approval/approvals.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useLanguage } from '../../lib/language.ts';
import { dateFormats } from '../../lib/time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { windowOf, type TypedWindow } from './approval-window.ts';

const DateTimeField = lazyWithPreload(async () => (await import('../../ui/date-time-field.tsx')).DateTimeField);

interface RequestFormProps {
  device: { pk: DevicePk; alias: string };
  /** The request that is renewed. */
  before: Approval | null;
  onClose: () => void;
}

const DAY = 10;
const nothing: TypedWindow = { startDate: null, startTime: '', endDate: null, endTime: '' };

/** Requests access to a device for a time window (spec 1 §5). */
export function RequestForm({ device, before, onClose }: RequestFormProps) {
  const { t } = useTranslation(['approvals', 'common']);
  const { api } = useServices();
  const language = useLanguage();
  const time = useTimeFormat();
  const dateFormat = dateFormats[useViewer().profile.date_fmt_id];
  const problemText = useProblemText();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(nothing);
  const [reason, setReason] = useState(before?.approval_reason ?? '');
  const [tried, setTried] = useState(false);
  const [now] = useState(() => time.wall(Date.now()));
  const today = now.slice(0, DAY);
  const { approver, pick } = useChosenApprover();
  const span = windowOf(typed, now);

  const send = useMutation({
    mutationFn: ({ start, end }: { start: string; end: string }) =>
      api.call(postApproval, {
        body: {
          device_pk: device.pk,
          start_time: start,
          end_time: end,
          approval_reason: reason.trim(),
          ...(approver ? { approver_pk: approver.pk, approver_name: approver.name } : {}),
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: approvalsKey });
      notifyDone(t('done.requested'));
      onClose();
    },
  });
  const isMissing = reason.trim() === '';
  const wrong = tried && span === null;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (span && !isMissing && !send.isPending) send.mutate(span);
      }}
    >
      <Stack gap="sm">
        {send.error && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        <Text size="sm">
          {t('field.device')}: <b>{device.alias}</b>
        </Text>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('field.approver')}
            value={approver ? `${approver.name} (${approver.mgrid})` : ''}
            readOnly
          />
          <Button size="sm" variant="default" onClick={pick}>
            {t('choose_approver')}
          </Button>
        </Group>
        <Suspense fallback={<LoadingFields labels={[t('start'), t('end')]} />}>
          <DateTimeField
            label={t('start')}
            dateFormat={dateFormat}
            date={typed.startDate}
            time={typed.startTime}
            minDate={today}
            invalid={wrong}
            onDate={(startDate) => setTyped({ ...typed, startDate })}
            onTime={(startTime) => setTyped({ ...typed, startTime })}
          />
          <DateTimeField
            label={t('end')}
            dateFormat={dateFormat}
            date={typed.endDate}
            time={typed.endTime}
            minDate={typed.startDate ?? today}
            invalid={wrong}
            onDate={(endDate) => setTyped({ ...typed, endDate })}
            onTime={(endTime) => setTyped({ ...typed, endTime })}
          />
        </Suspense>
        {wrong && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {problemTexts.date_validate_error[language]}
          </Text>
        )}
        <Textarea
          label={t('field.reason')}
          autosize
          minRows={3}
          maxRows={6}
          maxLength={1_000}
          value={reason}
          error={tried && isMissing ? problemTexts.approvals_reason[language] : null}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
      </Stack>
      <Group justify="space-between" gap="xs" mt="lg">
        <Text size="xs" c="dimmed">
          {t('zone', { zone: time.zone })}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {t('submit')}
          </Button>
        </Group>
      </Group>
    </form>
  );
}

/** Takes the room of the fields while they are loaded: a dialog that grows moves its buttons away from the pointer. */
function LoadingFields({ labels }: { labels: readonly string[] }) {
  return labels.map((label) => (
    <div key={label} aria-hidden="true">
      <TextInput label={label} disabled />
    </div>
  ));
}

/** The user's default approver, until another one is chosen. */
function useChosenApprover(): { approver: PersonRow | null; pick: () => void } {
  const { t } = useTranslation('approvals');
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const [chosen, setChosen] = useState<PersonRow | null>(null);
  const own = useQuery({
    queryKey: ['approver'],
    queryFn: async () => (await api.call(readApprover)).objects[0] ?? null,
  });
  return {
    approver: chosen ?? own.data ?? null,
    pick: () => openDialog({ kind: 'people', title: t('choose_title'), approversOnly: true, onPick: setChosen }),
  };
}
