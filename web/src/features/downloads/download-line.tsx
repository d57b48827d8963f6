import { Button, Text } from '@mantine/core';
import { IconBook, IconChevronRight, IconDownload, IconFileText, IconPackage } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { DownloadableFile } from '@vigil/shared/contract/http/downloads';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { checksumCheckCommandOf, type EnrolSystem } from '../../entities/device/install-command.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { fileSizeText } from '../../lib/format.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { sandboxedHtmlDialog } from '../../ui/dialogs.ts';
import { notifyFailed } from '../../ui/toasts.ts';
import classes from './downloads.module.css';

interface DownloadLineProps {
  file: DownloadableFile;
  /** The system whose command verifies the file. */
  system: EnrolSystem;
}

/** Whether a file of the operator is one to read, by the end of its name. */
const isDocument = (name: string): boolean =>
  /\.(?:pdf|txt|md|html?|docx?|xlsx?|pptx?|hwpx?|odt|ods|odp)$/iu.test(name);

/** The manuals that come with every installation are called by their names, other files by that of the file. */
function useFileTitle(): (fileName: string) => string {
  const { t } = useTranslation('support');
  return (fileName) => {
    const topic = /^(?<topic>agent|manager)-manual\.[a-z]{2}\.html$/u.exec(fileName)?.groups?.['topic'];
    return topic === undefined ? fileName : t(`downloads.manual.${topic as 'agent' | 'manager'}`);
  };
}

/** A file with its actions; its checksum is shown on request. */
export function DownloadLine({ file, system }: DownloadLineProps) {
  const { t } = useTranslation('support');
  const { kind, file_name, size, sha256, url } = file;
  const title = useFileTitle()(file_name);
  const Shape = kind === 'document' || isDocument(file_name) ? IconFileText : IconPackage;
  return (
    <li>
      <div className={classes.line}>
        <Shape size={22} stroke={1.5} aria-hidden="true" />
        <div className={classes.file}>
          <b>{title}</b>
          <small>{title === file_name ? fileSizeText(size) : `${file_name} · ${fileSizeText(size)}`}</small>
        </div>
        {kind === 'document' && <ReadButton file={file} />}
        <Button
          component="a"
          href={url}
          download={file_name}
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.7} />}
          aria-label={`${t('downloads.get')}: ${file_name}`}
        >
          {t('downloads.get')}
        </Button>
      </div>
      <details className={classes.verify}>
        <summary aria-label={`${t('downloads.verify')}: ${file_name}`}>
          <IconChevronRight size={13} aria-hidden="true" />
          {t('downloads.verify')}
        </summary>
        <Text size="xs" c="dimmed">
          SHA-256 <code className={classes.hash}>{sha256}</code>
        </Text>
        <Text size="xs" c="dimmed" mt={6} mb={4}>
          {t('downloads.verify_text')}
        </Text>
        <CopyableShellLine command={checksumCheckCommandOf(system, file)} ready />
      </details>
    </li>
  );
}

/** Shows a document here. It is read as a text and shown in a frame without scripts. */
function ReadButton({ file: { file_name, url } }: Pick<DownloadLineProps, 'file'>) {
  const { t } = useTranslation('support');
  const title = useFileTitle()(file_name);
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const read = useMutation({
    mutationFn: () => api.document(url),
    onSuccess: (html) => openDialog(sandboxedHtmlDialog({ title, html })),
    onError: (error) => notifyFailed(problemText(error)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconBook size={15} stroke={1.7} />}
      loading={read.isPending}
      aria-label={`${t('downloads.read')}: ${file_name}`}
      onClick={() => read.mutate()}
    >
      {t('downloads.read')}
    </Button>
  );
}
