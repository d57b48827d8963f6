import { Button } from '@mantine/core';
import { IconFolderOff } from '@tabler/icons-react';
import type { GroupDetail } from '@vigil/shared/contract/http/groups';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { AuditOfSubjectLink } from '../../entities/audit/audit-link.tsx';
import { groupDetails } from '../../entities/group/use-groups.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { GroupConfig } from './group-config.tsx';
import { GroupDevices } from './group-devices.tsx';
import { GroupInformation } from './group-information.tsx';
import { GroupUsers } from './group-users.tsx';
import { Thresholds } from './thresholds.tsx';

/** Group detail (spec 3 §2), for administrators. */
export function GroupPage() {
  const { t } = useTranslation('group');
  const { groupPk = '' } = useParams();
  const query = groupDetails.useOne(groupPk);
  const isDeleted = isApiProblem(query.error) && query.error.status === 404;
  const group = query.data ?? null;
  if (group && !isDeleted) return <Details group={group} />;
  return isDeleted || query.isSuccess ? (
    <EmptyNote icon={<IconFolderOff stroke={1.4} />} title={t('gone')} text={t('gone_text')} />
  ) : (
    <QueryContent query={query} failed={t('failed')} loading={8} />
  );
}

function Details({ group }: { group: GroupDetail }) {
  const { t } = useTranslation('group');
  const language = useLanguage();
  return (
    <Page
      title={group.name}
      titleNamesItem
      tools={
        <>
          <AuditOfSubjectLink subject={{ kind: 'group', pk: group.pk }} />
          <Button component={Link} to={`/${language}/device/${group.pk}`} variant="default">
            {t('show_devices')}
          </Button>
        </>
      }
    >
      <GroupInformation group={group} />
      <GroupConfig group={group} />
      <Thresholds group={group} />
      <GroupUsers group={group} />
      <GroupDevices group={group} />
    </Page>
  );
}
