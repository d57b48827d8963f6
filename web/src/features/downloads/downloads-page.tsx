import { IconPackageOff } from '@tabler/icons-react';
import type { DownloadableFile } from '@vigil/shared/contract/http/downloads';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDownloads } from '../../entities/device/downloads.ts';
import type { EnrolSystem } from '../../entities/device/install-command.ts';
import { useLanguage } from '../../lib/language.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { DownloadLine } from './download-line.tsx';
import { InstallSection } from './install-section.tsx';
import classes from './downloads.module.css';

const ANY_SYSTEM = 0;
const kinds = ['agent', 'document'] as const;

/** How an agent is installed on a system, then the files themselves (spec 1 §2). */
export function DownloadsPage() {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const [system, setSystem] = useState<EnrolSystem>('2');
  const query = useDownloads();
  const shown = query.data?.objects.filter(
    ({ dev_os_id: os, lang }) => (os === ANY_SYSTEM || os === Number(system)) && (lang === null || lang === language),
  );

  // Whatever the chosen system is: the operator knows what they are for.
  const extra = query.data?.objects.filter(({ kind }) => kind === 'extra') ?? [];

  return (
    <Page title={t('downloads.title')}>
      <InstallSection
        system={system}
        onSystem={setSystem}
        downloads={query.data}
        // The command depends on whether there is a package, so none is shown before that is known.
        isKnown={!query.isPending}
      />
      <QueryContent query={query} failed={t('downloads.failed')} loading={5} />
      {shown &&
        kinds.map((kind) => (
          <Files key={kind} kind={kind} system={system} files={shown.filter((download) => download.kind === kind)} />
        ))}
      {extra.length > 0 && <Files kind="extra" system={system} files={extra} />}
    </Page>
  );
}

interface FilesProps {
  kind: DownloadableFile['kind'];
  system: EnrolSystem;
  files: readonly DownloadableFile[];
}

function Files({ kind, system, files }: FilesProps) {
  const { t } = useTranslation('support');
  return (
    <Section title={t(`downloads.${kind}`)}>
      {files.length === 0 && (
        <EmptyNote icon={<IconPackageOff stroke={1.4} />} title={t('downloads.none')} text={t('downloads.none_text')} />
      )}
      <ul className={classes.files}>
        {files.map((file) => (
          <DownloadLine key={file.id} file={file} system={system} />
        ))}
      </ul>
    </Section>
  );
}
