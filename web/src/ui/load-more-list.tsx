import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../lib/use-problem-text.ts';
import { ListState, type ListStateProps, type QueryReadState } from './read-state.tsx';

/** What is known of a list that is read part by part, as an infinite query has it. */
interface MoreRead extends QueryReadState<unknown> {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

interface LoadMoreListProps<Row> extends Omit<ListStateProps<Row>, 'query'> {
  query: MoreRead;
  /** The button that reads the next part. */
  more: string;
  /** Stands below the last row of all. */
  end?: string;
}

/** A list that grows by a button below its rows, in each of its states. */
export function LoadMoreList<Row>({ query, more, end, ...list }: LoadMoreListProps<Row>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { hasNextPage, isFetchNextPageError: hasMoreFailed } = query;
  const hasFoot = (list.rows?.length ?? 0) > 0 && (hasNextPage || end !== undefined);
  return (
    <>
      {/* What failed at the end of the list is said there, in sight of the button. */}
      <ListState {...list} query={{ ...query, isError: query.isError && !hasMoreFailed }} />
      {hasFoot && (
        <Stack align="center" gap="xs" my="md">
          {hasMoreFailed && (
            <Text size="sm" c="var(--state-danger)" role="alert">
              {problemText(query.error)}
            </Text>
          )}
          {hasNextPage ? (
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {hasMoreFailed ? t('retry') : more}
            </Button>
          ) : (
            <Text c="dimmed">{end}</Text>
          )}
        </Stack>
      )}
    </>
  );
}
