import { Button, FileButton, Group, Progress, Stack, Switch, Text, Textarea, TextInput, Select } from '@mantine/core';
import type { Application } from '@vigil/shared/contract/http/applications';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { createApplication, deleteApplication } from '@vigil/shared/contract/routes/commands';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupOptions } from '../../entities/group/group-options.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { fileSizeText } from '../../lib/format.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { uploadFileWithResume } from './upload-file.ts';
import { applications } from './use-applications.ts';

interface UploadDialogProps {
  /** The group that the new application is listed with. */
  group?: number | null;
  /** One whose upload goes on. */
  resumed?: Application;
  maxBytes: number;
  onClose: () => void;
}

const DELETED_AFTER: ReadonlySet<string> = new Set(['unsupported_file', 'hash_mismatch']);

/** One argument a line: no shell splits or reads them. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const nothing = { name: '', version: '', args: '', after: '', pin: '', isOffered: true };

/** Describes and uploads an application, or goes on with an upload that was interrupted. */
export function UploadDialog({ group = null, resumed, maxBytes, onClose }: UploadDialogProps) {
  const { t } = useTranslation(['application', 'common']);
  const { api } = useServices();
  const { tree } = useGroups();
  const reread = applications.useReread();
  const [file, setFile] = useState<File | null>(null);
  const [typed, setTyped] = useState(nothing);
  const [chosen, setChosen] = useState<string | null>(group === null ? null : String(group));
  const [progress, setProgress] = useState<number | null>(null);
  // What was created by an attempt whose upload then failed, and what it was created for.
  const created = useRef<{ application: Application; subject: string } | null>(null);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  const send = useSingleFlightMutation({
    mutationFn: async (chosenFile: File) => {
      const application = resumed ?? (await applicationFor(chosenFile));
      if (!application) return;
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      const onProgress = (received: number) => setProgress((100 * received) / application.size);
      await uploadFileWithResume({ api, application, file: chosenFile, onProgress, signal });
      if (!signal.aborted) notifyDone(t('upload.done'));
    },
    onSuccess: onClose,
    onError: (error) => {
      // The server has deleted what it cannot use.
      if (isApiProblem(error) && DELETED_AFTER.has(error.code)) created.current = null;
    },
    onSettled: reread,
  });

  /** Another file or description is another application: the one that was begun is taken back. */
  const applicationFor = async (chosenFile: File): Promise<Application | undefined> => {
    const subject = JSON.stringify([typed, chosen, chosenFile.name, chosenFile.size, chosenFile.lastModified]);
    if (created.current?.subject === subject) return created.current.application;
    if (created.current) {
      await api.call(deleteApplication, { params: { pk: String(created.current.application.pk) } });
      created.current = null;
    }
    const application = await create(chosenFile);
    created.current = application ? { application, subject } : null;
    return application;
  };

  const create = async ({ name: file_name, size }: File): Promise<Application | undefined> => {
    const { name, version, args, after, pin, isOffered } = typed;
    const body = {
      device_group_fk: chosen === null ? null : (Number(chosen) as GroupPk),
      name,
      version,
      file_name,
      size,
      flag_install: isOffered ? (1 as const) : (0 as const),
      install_args: linesOf(args),
      run_after: linesOf(after),
      ...(pin === '' ? {} : { pin }),
    };
    return (await api.call(createApplication, { body })).objects[0];
  };

  const text = (name: 'name' | 'version' | 'args' | 'after' | 'pin') => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  const isOther = resumed !== undefined && file !== null && file.size !== resumed.size;
  const isTooLarge = file !== null && resumed === undefined && file.size > maxBytes;
  const isPinWrong = typed.pin !== '' && !/^\d{4,12}$/u.test(typed.pin);
  const isDescribed = resumed !== undefined || (typed.name.trim() !== '' && typed.version.trim() !== '' && !isPinWrong);
  const isReady = file !== null && isDescribed && !isOther && !isTooLarge;
  return (
    <FormDialog
      title={resumed ? t('upload.resume') : t('upload.title')}
      size="md"
      submit={t('upload.start')}
      cancel={send.isPending ? t('upload.pause') : t('common:cancel')}
      error={send.error}
      isPending={send.isPending}
      isDisabled={!isReady}
      onSubmit={() => isReady && send.mutate(file)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Group gap="sm">
          <FileButton onChange={setFile} disabled={send.isPending}>
            {(props) => (
              <Button {...props} variant="default">
                {t('upload.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c={isOther || isTooLarge ? 'var(--state-danger)' : 'dimmed'} role="status">
            {fileNote()}
          </Text>
        </Group>
        {resumed === undefined && (
          <>
            <Group grow>
              <TextInput label={t('field.name')} required maxLength={100} {...text('name')} />
              <TextInput label={t('field.version')} required maxLength={40} {...text('version')} />
            </Group>
            <Select
              label={t('group')}
              placeholder={t('company')}
              data={groupOptions(tree)}
              value={chosen}
              onChange={setChosen}
              clearable
              searchable
            />
            <Textarea
              label={t('field.install_args')}
              description={t('field.lines')}
              autosize
              minRows={1}
              {...text('args')}
            />
            <Textarea
              label={t('field.run_after')}
              description={t('field.run_after_text')}
              autosize
              minRows={1}
              {...text('after')}
            />
            <TextInput
              label={t('field.pin')}
              description={t('field.pin_text')}
              inputMode="numeric"
              autoComplete="off"
              error={isPinWrong ? t('field.pin_text') : null}
              {...text('pin')}
            />
            <Switch
              label={t('field.offered')}
              checked={typed.isOffered}
              onChange={(event) => setTyped({ ...typed, isOffered: event.currentTarget.checked })}
            />
          </>
        )}
        {progress !== null && (
          <Progress.Root size="lg">
            <Progress.Section value={progress} aria-label={t('upload.progress')}>
              <Progress.Label>{Math.floor(progress)}%</Progress.Label>
            </Progress.Section>
          </Progress.Root>
        )}
      </Stack>
    </FormDialog>
  );

  function fileNote(): string {
    if (isOther) return t('upload.other', { size: fileSizeText(resumed?.size ?? 0) });
    if (isTooLarge) return t('upload.too_large', { size: fileSizeText(maxBytes) });
    if (file) return `${file.name} · ${fileSizeText(file.size)}`;
    return resumed ? t('upload.same', { name: resumed.file_name }) : t('upload.types');
  }
}
