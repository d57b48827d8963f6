import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/**
 * A mutation that takes no second call while one is under way. `isPending` says so only in the next rendering, and on a
 * busy page both clicks of a double click come before it.
 */
export function useSingleFlightMutation<Data = unknown, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const mutation = useMutation(options);
  const { mutate } = mutation;
  const isRunning = useRef(false);
  // Not when it has settled: a click may still come before the dialog is closed.
  useEffect(() => {
    isRunning.current = mutation.isPending;
  });
  const submit = useCallback<typeof mutate>(
    (...call) => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(...call);
    },
    [mutate],
  );
  return { ...mutation, mutate: submit };
}
