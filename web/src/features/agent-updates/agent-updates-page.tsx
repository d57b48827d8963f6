import { Badge, Button } from '@mantine/core';
import { IconPlayerPlay, IconRefreshDot, IconVersions } from '@tabler/icons-react';
import type { PublishedRelease, AgentVersionCount } from '@vigil/shared/contract/http/agent-updates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ListState, QueryContent } from '../../ui/read-state.tsx';
import { RolloutDialog } from './rollout-dialog.tsx';
import { RolloutLine } from './rollout-line.tsx';
import { useRollouts, useAgentReleases } from './use-agent-updates.ts';
import lines from '../../ui/lines.module.css';

/** `/management/agent-updates`: the versions of the agents, and their rollouts to groups. */
export function AgentUpdatesPage() {
  const { t } = useTranslation('updates');
  const rollouts = useRollouts();
  const query = useAgentReleases(rollouts.data?.some(({ state }) => state === 'running') ?? false);
  const [isStarting, setIsStarting] = useState(false);
  const releases = query.data?.releases ?? [];
  const start = releases.length > 0 && (
    <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => setIsStarting(true)}>
      {t('start.open')}
    </Button>
  );
  return (
    <Page title={t('title')} tools={start}>
      <QueryContent query={query} failed={t('failed')} loading={5}>
        {({ versions }) => (
          <>
            <Releases releases={releases} />
            <Versions versions={versions} />
          </>
        )}
      </QueryContent>
      <Section title={t('rollouts')} text={t('rollouts_text')}>
        <ListState
          query={rollouts}
          rows={rollouts.data}
          loading={3}
          failed={t('failed')}
          empty={{ icon: <IconRefreshDot stroke={1.4} />, title: t('none'), text: t('none_text') }}
        >
          {(rows) => (
            <ul className={lines.list}>
              {rows.map((rollout) => (
                <RolloutLine key={rollout.pk} rollout={rollout} />
              ))}
            </ul>
          )}
        </ListState>
      </Section>
      {isStarting && <RolloutDialog releases={releases} onClose={() => setIsStarting(false)} />}
    </Page>
  );
}

const systemNames = { windows: 'Windows', linux: 'Linux', macos: 'macOS' } as const;

function Releases({ releases }: { releases: readonly PublishedRelease[] }) {
  const { t } = useTranslation('updates');
  const time = useTimeFormat();
  return (
    <Section title={t('releases')} text={t('releases_text')}>
      {releases.length === 0 && (
        <EmptyNote icon={<IconVersions stroke={1.4} />} title={t('no_release')} text={t('no_release_text')} />
      )}
      <ul className={lines.list}>
        {releases.map(({ version, channel, systems, published_at }) => (
          <li key={version} className={lines.line}>
            <span className={lines.name}>
              <b>
                {version} {channel === 'beta' && <Badge size="sm">{t('beta')}</Badge>}
              </b>
              <small>{systems.map(({ os, arch }) => `${systemNames[os]} ${arch}`).join(', ')}</small>
            </span>
            <span className={lines.dim}>{time.minute(published_at)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Versions({ versions }: { versions: readonly AgentVersionCount[] }) {
  const { t } = useTranslation('updates');
  if (versions.length === 0) return null;
  return (
    <Section title={t('versions')} text={t('versions_text')}>
      <ul className={lines.list}>
        {versions.map(({ version, devices, outdated }) => (
          <li key={version} className={lines.line}>
            <span className={lines.name}>
              <b>{version}</b>
            </span>
            <span className="tabular">{t('devices', { count: devices })}</span>
            {outdated > 0 && <span className={lines.dim}>{t('outdated', { count: outdated })}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
