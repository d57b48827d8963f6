import { Button, Checkbox, Group, MultiSelect, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { tokenScopes, type TokenScope } from '@vigil/shared/contract/access';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { MAX_API_TOKEN_GROUPS, MAX_API_TOKEN_NAME } from '@vigil/shared/contract/limits';
import { createApiToken } from '@vigil/shared/contract/routes/people';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupChoice } from '../../entities/group/use-group-choice.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { apiTokens } from './use-api-tokens.ts';
import { useScopeTexts } from './use-scope-text.ts';

const DAYS = [7, 30, 90, 180, 365] as const;
const USUAL_DAYS = 90;

/**
 * Whether a token that is limited to groups is admitted anywhere in this scope: what is administered belongs to the
 * whole company.
 */
const limitable = (scope: TokenScope): boolean => scope !== 'administration';

/** Asks for the terms of a token, and then shows its secret, which is nowhere to be had again. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tokens');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog
      title={t(secret === null ? 'create' : 'created')}
      size="md"
      closesOnlyByButtons={secret !== null}
      onClose={onClose}
    >
      {secret === null ? (
        <TermsForm onCreated={setSecret} onClose={onClose} />
      ) : (
        <Stack gap="sm">
          <FormMessage kind="note">{t('shown_once')}</FormMessage>
          <CopyableShellLine command={secret} ready />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('kept')}</Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function TermsForm({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const { t } = useTranslation(['tokens', 'account']);
  const change = apiTokens.useChange();
  const problemText = useProblemText();
  const texts = useScopeTexts();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<TokenScope[]>(['read']);
  const [days, setDays] = useState(String(USUAL_DAYS));
  const [password, setPassword] = useState('');
  const groups = useGroupChoice();
  const isLimited = groups.chosen.length > 0;
  const limitTo = (chosen: string[]) => {
    groups.choose(chosen);
    if (chosen.length > 0) setScopes(scopes.filter(limitable));
  };

  const create = useSingleFlightMutation({
    mutationFn: async () => {
      const limit = groups.chosen.length === 0 ? {} : { group_pks: groups.chosen.map(Number) as GroupPk[] };
      const body = { name: name.trim(), scopes, expires_in_d: Number(days), origin_pw: password.trim(), ...limit };
      return (await change(createApiToken, { body })).objects;
    },
    onSuccess: ({ api_token }) => onCreated(api_token),
  });
  const { error } = create;
  const isOf = (field: string) => isApiProblem(error) && error.field === field;
  const errorOf = (field: string) => (isOf(field) ? problemText(error) : null);
  return (
    <DialogForm
      submit={t('create')}
      error={isOf('body.name') || isOf('body.origin_pw') ? null : error}
      isPending={create.isPending}
      isDisabled={name.trim() === '' || scopes.length === 0 || password.trim() === ''}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('column.name')}
          placeholder={t('name_example')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errorOf('body.name')}
          maxLength={MAX_API_TOKEN_NAME}
          data-autofocus
        />
        <Checkbox.Group
          label={t('column.scopes')}
          description={t('scopes_text')}
          value={scopes}
          onChange={(chosen) => setScopes(tokenScopes.filter((scope) => chosen.includes(scope)))}
        >
          <Stack gap={8} mt={8}>
            {tokenScopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={texts[scope].name}
                description={isLimited && !limitable(scope) ? t('whole_company') : texts[scope].text}
                disabled={isLimited && !limitable(scope)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label={t('column.groups')}
          description={t('groups_text')}
          placeholder={groups.chosen.length === 0 ? t('all_groups') : ''}
          data={groups.options}
          value={groups.chosen}
          onChange={limitTo}
          maxValues={MAX_API_TOKEN_GROUPS}
          limit={100}
          searchable
          clearable
        />
        <Select
          label={t('expires_in')}
          data={DAYS.map((count) => ({ value: String(count), label: t('days', { count }) }))}
          value={days}
          onChange={(value) => value !== null && setDays(value)}
          allowDeselect={false}
        />
        <PasswordInput
          label={t('password')}
          description={t('password_text')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('account:show_password') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errorOf('body.origin_pw')}
        />
        <Text size="xs" c="dimmed">
          {t('terms_text')}
        </Text>
      </Stack>
    </DialogForm>
  );
}
