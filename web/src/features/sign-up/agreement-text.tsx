import { useTranslation } from 'react-i18next';
import classes from './agreement-text.module.css';

const sections = {
  use: ['service', 'account', 'conduct', 'fees', 'refund', 'liability', 'objections', 'end'],
  privacy: ['collected', 'purpose', 'kept', 'shared', 'rights', 'contact'],
} as const;

/** The text of an agreement in a box that scrolls, by the keyboard as well. */
export function AgreementText({ of }: { of: keyof typeof sections }) {
  const { t } = useTranslation('signup');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached to be scrolled
    <section className={classes.text} tabIndex={0} aria-label={t(`terms.${of}.title`)}>
      {of === 'use'
        ? sections.use.map((id) => <Paragraph key={id} title={t(`terms.use.${id}`)} text={t(`terms.use.${id}_text`)} />)
        : sections.privacy.map((id) => (
            <Paragraph key={id} title={t(`terms.privacy.${id}`)} text={t(`terms.privacy.${id}_text`)} />
          ))}
    </section>
  );
}

function Paragraph({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
    </>
  );
}
