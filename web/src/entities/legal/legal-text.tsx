import { useTranslation } from 'react-i18next';

export type LegalDocument = 'use' | 'privacy';

const termSections = ['service', 'account', 'conduct', 'fees', 'refund', 'liability', 'objections', 'end'] as const;
const privacySections = ['collected', 'purpose', 'kept', 'shared', 'rights', 'contact'] as const;

/**
 * The sections of the terms of use, or of the privacy policy: who signs up agrees to the same text that the pages show.
 */
export function LegalText({ of }: { of: LegalDocument }) {
  const { t } = useTranslation('legal');
  return of === 'use'
    ? termSections.map((id) => <Paragraph key={id} title={t(`use.${id}`)} text={t(`use.${id}_text`)} />)
    : privacySections.map((id) => <Paragraph key={id} title={t(`privacy.${id}`)} text={t(`privacy.${id}_text`)} />);
}

function Paragraph({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
    </>
  );
}
