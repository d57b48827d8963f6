import { Anchor, Badge } from '@mantine/core';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { useTranslation } from 'react-i18next';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { Section } from '../../ui/page.tsx';
import { curlOf, exampleNames, examples, TOKEN_VARIABLE, type ExampleName } from './examples.ts';
import { useScopeTexts } from './use-scope-text.ts';
import classes from './api-tokens.module.css';

/** How a program uses a token: commands to copy, and where the whole API is described. */
export function ExamplesSection() {
  const { t } = useTranslation('tokens');
  const scopes = useScopeTexts();
  const { origin } = window.location;
  const titles: { readonly [N in ExampleName]: string } = {
    count: t('example.count'),
    list: t('example.list'),
    reboot: t('example.reboot'),
    follow: t('example.follow'),
    tag: t('example.tag'),
    group: t('example.group'),
  };
  return (
    <Section
      title={t('examples')}
      text={t('examples_text', { variable: TOKEN_VARIABLE })}
      tools={
        <span className={classes.links}>
          <Anchor href="/docs" target="_blank" rel="noreferrer" size="sm">
            {t('docs')}
          </Anchor>
          <Anchor href={`${API_BASE}/openapi.json`} target="_blank" rel="noreferrer" size="sm">
            {t('openapi')}
          </Anchor>
        </span>
      }
    >
      <ul className={classes.examples}>
        {exampleNames.map((name) => (
          <li key={name}>
            <h3>
              {titles[name]}{' '}
              <Badge variant="default" tt="none">
                {scopes[examples[name].scope].name}
              </Badge>
            </h3>
            <CopyableShellLine command={curlOf(examples[name], origin)} ready />
          </li>
        ))}
      </ul>
    </Section>
  );
}
