import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../entities/session/viewer.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { Section } from '../../ui/page.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { LinkDialog } from './link-dialog.tsx';
import { useSignInLink, type SignInLink } from './use-sign-in-link.ts';

/** Opens the console on another device by a sign-in link (decision 104). */
export function OtherDeviceSection() {
  const { t } = useTranslation('profile');
  const { profile } = useViewer();
  const [made, setMade] = useState<SignInLink | null>(null);
  const problemText = useProblemText();
  const make = useSignInLink({
    onMade: setMade,
    onError: (error) => notifyFailed(problemText(error)),
  });
  return (
    <Section
      title={t('link.title')}
      text={t('link.text')}
      tools={
        <DisableWithReason reason={profile.by_password ? null : t('link.not_by_password')}>
          <Button
            variant="default"
            leftSection={<IconQrcode size={16} stroke={1.7} />}
            loading={make.isPending}
            onClick={() => make.mutate()}
          >
            {t('link.make')}
          </Button>
        </DisableWithReason>
      }
    >
      {made && <LinkDialog first={made} onClose={() => setMade(null)} />}
    </Section>
  );
}
