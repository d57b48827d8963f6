import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import { notifyFailed } from '../../ui/notify.ts';
import { Section } from '../../ui/page.tsx';
import { useNewLink } from './use-new-link.ts';

/** Opens the console on another device by a sign-in link (decision 104). */
export function LinkSection() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const make = useNewLink({
    onMade: (link) => openDialog({ kind: 'sign-in-link', link }),
    onError: (error) => notifyFailed(problemText(error)),
  });
  return (
    <Section
      title={t('link.title')}
      text={t('link.text')}
      tools={
        <DenialTooltip reason={profile.by_password ? null : t('link.not_by_password')}>
          <Button
            variant="default"
            leftSection={<IconQrcode size={16} stroke={1.7} />}
            loading={make.isPending}
            onClick={() => make.mutate()}
          >
            {t('link.make')}
          </Button>
        </DenialTooltip>
      }
    />
  );
}
