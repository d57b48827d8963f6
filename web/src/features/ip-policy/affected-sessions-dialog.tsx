import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { NameList } from '../../ui/name-list.tsx';
import type { AffectedSessionsQuestion } from './use-ip-policy.ts';

/** Whose sessions a change ends, before it is made. */
export function AffectedSessionsDialog({ title, submit, rules = [], ends, answer }: AffectedSessionsQuestion) {
  const { t } = useTranslation('blocking');
  const { count, people, own, sessions } = ends;
  return (
    <Dialog title={title ?? t('ends.title', { count })} size="md" onClose={() => answer(false)}>
      <Stack gap="sm">
        <NameList names={rules} />
        {own && <FormMessage kind="refused">{t('ends.own')}</FormMessage>}
        {count === 0 ? (
          <Text size="sm">{t('ends.none')}</Text>
        ) : (
          <>
            <Text size="sm">{t('ends.text', { count, people })}</Text>
            <List size="sm" spacing={2} aria-label={t('ends.sessions')} mah={220} style={{ overflow: 'auto' }}>
              {sessions.map((session, index) => (
                // Several sessions of one person may be used from one address.
                <List.Item key={index}>{session.own ? t('ends.line_own', session) : t('ends.line', session)}</List.Item>
              ))}
            </List>
            {count > sessions.length && <Text size="sm">{t('ends.more', { count: count - sessions.length })}</Text>}
          </>
        )}
        {own && (
          <Text size="xs" c="dimmed">
            {t('ends.way_back')}
          </Text>
        )}
      </Stack>
      <DialogFooter
        submit={submit ?? t('ends.submit', { count })}
        isDangerous
        focusesCancel={count > 0}
        onSubmit={() => answer(true)}
        onClose={() => answer(false)}
      />
    </Dialog>
  );
}
