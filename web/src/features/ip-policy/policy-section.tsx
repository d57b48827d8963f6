import { SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { IpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { useTranslation } from 'react-i18next';
import { MOBILE_MEDIA_QUERY } from '../../lib/layout.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Section } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { useAccessText } from './access-text.ts';
import { AddressCheckForm } from './check-form.tsx';
import type { ChangeIpPolicy, IpPolicyBody } from './use-ip-policy.ts';
import classes from './ip-policy.module.css';

type Settings = Omit<Extract<IpPolicyBody, { type: 'set' }>, 'type'>;

interface PolicySectionProps {
  policy: IpPolicy;
  change: ChangeIpPolicy;
  check: string;
  onCheck: (address: string) => void;
}

/** Whether the rules are in force, and how; what they say of the viewer's address and of any other. */
export function PolicySection({ policy, change, ...checking }: PolicySectionProps) {
  const { t } = useTranslation('blocking');
  const accessText = useAccessText();
  const problemText = useProblemText();
  const { policy_use, block, external, rule_count } = policy;
  const save = useSingleFlightMutation({
    mutationFn: (settings: Settings) => change({ type: 'set', ...settings }),
    onSuccess: (result) => result !== null && notifyDone(t('saved')),
    onError: (error) => notifyFailed(problemText(error)),
  });
  const isMobile = useMediaQuery(MOBILE_MEDIA_QUERY) ?? false;
  const isOn = policy_use === 1;
  return (
    <Section title={t('policy')} text={t('policy_text')}>
      <Stack gap="md" className={classes.body}>
        <Switch
          label={t('use')}
          description={t('use_text')}
          checked={isOn}
          disabled={save.isPending}
          onChange={() => save.mutate({ policy_use: isOn ? 0 : 1 })}
        />
        <div>
          <SegmentedControl
            aria-label={t('kind')}
            orientation={isMobile ? 'vertical' : 'horizontal'}
            value={block === 1 ? 'block' : 'allow'}
            disabled={!isOn || save.isPending}
            onChange={(kind) => save.mutate({ policy_use, block: kind === 'block' ? 1 : 0 })}
            data={[
              { value: 'block', label: t('block') },
              { value: 'allow', label: t('allow') },
            ]}
          />
          <Text size="xs" c="dimmed" mt={4}>
            {!isOn ? t('kind_locked') : block === 1 ? t('block_text') : t('allow_text')}
            {isOn && rule_count === 0 && <> {t('empty_is_off')}</>}
          </Text>
        </div>
        <Switch
          label={t('external')}
          description={t('external_text')}
          checked={external === 1}
          disabled={save.isPending}
          onChange={() => save.mutate({ policy_use, external: external === 1 ? 0 : 1 })}
        />
        <Text size="sm" role="status">
          {t('own', { text: accessText(policy.own) })}
        </Text>
        <AddressCheckForm {...checking} checked={policy.checked} />
      </Stack>
    </Section>
  );
}
