import { Button, Group as Line, Select } from '@mantine/core';
import { IconPackage, IconUpload } from '@tabler/icons-react';
import type { Application } from '@vigil/shared/contract/http/applications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { groupOptions } from '../../entities/group/group-options.ts';
import { useGroupName, useGroups } from '../../entities/group/use-groups.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { fileSizeText } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { ApplicationCounts } from './application-counts.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { useApplications } from './use-applications.ts';
import lines from '../../ui/lines.module.css';

const ALL = 'all';

/** The applications that can be installed, of all groups or of one (spec 1 §2). */
export function ApplicationsPage() {
  const { t } = useTranslation('application');
  const language = useLanguage();
  const navigate = useNavigate();
  const { viewer } = useViewer();
  const { tree } = useGroups();
  const { groupPk = ALL } = useParams();
  const query = useApplications();
  const [isUploading, setIsUploading] = useState(false);
  const group = groupPk === ALL ? null : Number(groupPk);
  const rows = query.data?.objects.filter((one) => group === null || one.device_group_fk === group).toSorted(byName);
  const upload = viewer.flags.isAdmin && !viewer.isGuest && (
    <Button leftSection={<IconUpload size={16} />} onClick={() => setIsUploading(true)}>
      {t('upload.open')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      tools={
        <Line gap="xs">
          <Select
            size="xs"
            aria-label={t('group')}
            placeholder={t('all_groups')}
            data={groupOptions(tree)}
            value={group === null ? null : String(group)}
            onChange={(value) => void navigate(`/${language}/application/${value ?? ALL}`)}
            clearable
            searchable
            w={200}
          />
          {upload}
        </Line>
      }
    >
      <QueryContent query={query} failed={t('failed')} loading={5} />
      {rows && (
        <Section
          title={t('list')}
          {...(query.data && viewer.flags.isAdmin
            ? {
                text: t('space', {
                  used: fileSizeText(query.data.meta.used_bytes),
                  max: fileSizeText(query.data.meta.max_bytes),
                }),
              }
            : {})}
        >
          {rows.length === 0 ? (
            <EmptyNote icon={<IconPackage stroke={1.4} />} title={t('none')} text={t('none_text')} action={upload} />
          ) : (
            <ul className={lines.list}>
              {rows.map((one) => (
                <ApplicationLine key={one.pk} application={one} groupPk={groupPk} />
              ))}
            </ul>
          )}
        </Section>
      )}
      {isUploading && (
        <UploadDialog
          group={group}
          maxBytes={query.data?.meta.max_file_bytes ?? 0}
          onClose={() => setIsUploading(false)}
        />
      )}
    </Page>
  );
}

/** The versions of a name stand together, the newest first. */
const byName = (a: Application, b: Application): number =>
  a.app_name.localeCompare(b.app_name) || b.created_at.localeCompare(a.created_at);

function ApplicationLine({ application, groupPk }: { application: Application; groupPk: string }) {
  const { t } = useTranslation('application');
  const language = useLanguage();
  const groupNameOf = useGroupName();
  const { app_name, app_version, kind, size, received, state, device_group_fk, flag_install } = application;
  return (
    <li>
      <Link className={lines.line} to={`/${language}/application/${groupPk}/${application.pk}`}>
        <IconPackage size={20} stroke={1.5} aria-hidden="true" />
        <span className={lines.name}>
          <b>
            {app_name} {app_version}
          </b>
          <small>
            {[
              kind === null ? null : t(`kind.${kind}`),
              fileSizeText(size),
              device_group_fk === null ? t('company') : groupNameOf(device_group_fk),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </small>
        </span>
        {state === 'uploading' ? (
          <span className={lines.dim}>{t('uploading', { percent: Math.floor((100 * received) / size) })}</span>
        ) : (
          <ApplicationCounts counts={application.counts} />
        )}
        {flag_install === 0 && <span className={lines.dim}>{t('not_offered')}</span>}
      </Link>
    </li>
  );
}
