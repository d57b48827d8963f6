import { Button, SegmentedControl } from '@mantine/core';
import type { Download } from '@vigil/shared/contract/http/downloads';
import { IconDownload, IconFileText, IconPackage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enrolSystems, type EnrolSystem } from '../../entities/device/install-command.ts';
import { fileSizeText } from '../../lib/format.ts';
import { agentFor, useDownloads } from '../../entities/device/use-downloads.ts';
import { useLanguage } from '../../lib/language.ts';
import { FailedState, LoadingRows, EmptyNote } from '../../ui/list-state.tsx';
import { Page, Section } from '../../ui/page.tsx';
import classes from './downloads.module.css';
import { InstallSection } from './install-section.tsx';

const ANY_SYSTEM = 0;
const kinds = ['agent', 'document'] as const;

/** Agents and documents by system, and how to install them (spec 1 §2). */
export function DownloadsPage() {
  const { t } = useTranslation(['support', 'common']);
  const language = useLanguage();
  const [system, setSystem] = useState<EnrolSystem>('2');
  const query = useDownloads();
  const shown = query.data?.filter(
    ({ dev_os_id: os, lang }) => (os === ANY_SYSTEM || os === Number(system)) && (lang === null || lang === language),
  );

  return (
    <Page
      title={t('downloads.title')}
      tools={
        <SegmentedControl
          aria-label={t('downloads.system')}
          value={system}
          onChange={setSystem}
          data={enrolSystems.map((value) => ({ value, label: t(`common:os.${value}`) }))}
        />
      }
    >
      {query.isPending && <LoadingRows rows={5} />}
      {query.isError && (
        <FailedState title={t('downloads.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {shown &&
        kinds.map((kind) => (
          <Files key={kind} kind={kind} files={shown.filter((download) => download.kind === kind)} />
        ))}
      <InstallSection system={system} agent={agentFor(query.data, system)} />
    </Page>
  );
}

function Files({ kind, files }: { kind: Download['kind']; files: readonly Download[] }) {
  const { t } = useTranslation('support');
  const Shape = kind === 'agent' ? IconPackage : IconFileText;
  return (
    <Section title={t(`downloads.${kind}`)}>
      {files.length === 0 && <EmptyNote title={t('downloads.none')} />}
      <ul className={classes.files}>
        {files.map(({ id, file_name, size, sha256, url }) => (
          <li key={id}>
            <Shape size={22} stroke={1.5} aria-hidden="true" />
            <div className={classes.file}>
              <b>{file_name}</b>
              <small>
                {fileSizeText(size)} · SHA-256 <code>{sha256}</code>
              </small>
            </div>
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
          </li>
        ))}
      </ul>
    </Section>
  );
}
