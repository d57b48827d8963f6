import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { deleteLogo, uploadLogo } from '@vigil/shared/contract/routes/devices';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { profileKey } from '../../entities/profile/profile.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { FormMessage } from '../../ui/form-message.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Section } from '../../ui/page.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import classes from './profile.module.css';

const TYPES = 'image/png,image/jpeg,image/webp';

/** A file, and an object URL for its preview. */
interface Chosen {
  file: File;
  url: string;
}

/** The company's logo, shown in the header of all its users. The chosen file is previewed before it is uploaded. */
export function LogoSection() {
  const { t } = useTranslation(['profile', 'common']);
  const { api } = useServices();
  const { profile } = useViewer();
  const queries = useQueryClient();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isOver, setIsOver] = useState(false);
  const file = chosen?.file ?? null;
  const preview = chosen?.url ?? null;
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview]);
  const reload = () => queries.invalidateQueries({ queryKey: profileKey });

  const send = useSingleFlightMutation({
    mutationFn: async (image: File) => {
      const form = new FormData();
      form.append('type', 'logo');
      form.append('file', image);
      await api.call(uploadLogo, {}, { form });
    },
    onSuccess: async () => {
      await reload();
      setChosen(null);
      notifyDone(t('logo.saved'));
    },
  });
  const choose = (next: File | null) => {
    send.reset();
    setChosen(next && { file: next, url: URL.createObjectURL(next) });
  };
  const remove = () =>
    openDialog(
      confirmationDialog({
        title: t('logo.remove'),
        text: t('logo.remove_text'),
        submit: t('logo.remove'),
        danger: true,
        onConfirm: async () => {
          await api.call(deleteLogo);
          await reload();
          notifyDone(t('logo.removed'));
        },
      }),
    );

  return (
    <Section title={t('logo.title')} text={t('logo.text')}>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          choose(event.dataTransfer.files[0] ?? null);
        }}
      >
        <div className={classes.shown}>
          {(preview ?? profile.logo_url) ? (
            <img src={preview ?? profile.logo_url} alt={t(preview === null ? 'logo.present' : 'logo.preview')} />
          ) : (
            <Logo size={40} />
          )}
        </div>
        <div className={classes.dropText}>
          <Text size="sm">{file ? file.name : t('logo.drop')}</Text>
          <Text size="xs" c="dimmed">
            {t('logo.kinds')}
          </Text>
          <Group gap="xs" mt="xs">
            <FileButton accept={TYPES} onChange={choose} inputProps={{ 'aria-label': t('logo.choose') }}>
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconPhotoUp size={15} stroke={1.7} />}>
                  {t('logo.choose')}
                </Button>
              )}
            </FileButton>
            {file && (
              <>
                <Button loading={send.isPending} onClick={() => send.mutate(file)}>
                  {t('common:save')}
                </Button>
                <Button variant="subtle" color="gray" onClick={() => choose(null)}>
                  {t('common:cancel')}
                </Button>
              </>
            )}
            {!file && profile.logo_url !== '' && (
              <Button variant="subtle" color="red" onClick={remove}>
                {t('logo.remove')}
              </Button>
            )}
          </Group>
          {send.error && <FormMessage kind="refused">{problemText(send.error)}</FormMessage>}
        </div>
      </div>
    </Section>
  );
}
