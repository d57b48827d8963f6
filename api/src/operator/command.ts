import type { z } from 'zod';
import type { Operator } from './operator.ts';

/** What a command answers: rows become a table for people, one thing a list of its fields; `--json` prints it as it is. */
export type Answer = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

/** An option as it is written in the help, `--days <number>`, and what it is for. */
export type Options = Readonly<Record<`--${string}`, string>>;

export interface OperatorCommand {
  /** One word, or two: `notices post`. */
  readonly name: string;
  readonly summary: string;
  /** Names of what is given without a dash. */
  readonly args: readonly string[];
  readonly options: Options;
  run(given: unknown, operator: Operator): Promise<Answer>;
}

/** A command was called in a way that it does not know; the message says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** As it is typed: `adminId` was given as `--admin-id`. */
const spelt = (name: string, args: readonly string[]): string =>
  args.includes(name) ? name : `--${name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;

/** Declares a command. `input` checks what was given, arguments and options by their names, before `run` sees it. */
export function defineCommand<S extends z.ZodType>(declaration: {
  name: string;
  summary: string;
  args?: readonly string[];
  options?: Options;
  input: S;
  run(input: z.output<S>, operator: Operator): Promise<Answer>;
}): OperatorCommand {
  const { input, run, args = [], options = {}, ...rest } = declaration;
  return {
    ...rest,
    args,
    options,
    run(given, operator) {
      const parsed = input.safeParse(given);
      if (parsed.success) return run(parsed.data, operator);
      const [issue] = parsed.error.issues;
      throw new UsageError(`${spelt(String(issue?.path[0] ?? ''), args)}: ${issue?.message ?? 'not valid'}`);
    },
  };
}
