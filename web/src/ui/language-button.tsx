import { Button, type ButtonProps } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { Language } from '@vigil/shared/contract/languages';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from 'react-i18next';

type LanguageButtonProps = { language: Language } & ButtonProps & ComponentPropsWithRef<'button'>;

/** Also the target of the menu, which passes its own properties. */
export function LanguageButton({ language, ...rest }: LanguageButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconLanguage size={16} stroke={1.6} />}
      aria-label={`${t('language')}: ${language.toUpperCase()}`}
      {...rest}
    >
      {language.toUpperCase()}
    </Button>
  );
}
