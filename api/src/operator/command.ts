import type { z } from 'zod';
import type { OperatorDeps } from './operator.ts';

/**
 * The result of a command: rows are printed as a table, one record as a list of its fields; `--json` prints it
 * unchanged.
 */
export type OperatorCommandResult = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

/** Options as written in the help, such as `--days <number>`, each with its description. */
export type OperatorOptionDescriptions = Readonly<Record<`--${string}`, string>>;

export interface OperatorCommand {
  /** One word, or two: `notices post`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the positional arguments. */
  readonly args: readonly string[];
  readonly options: OperatorOptionDescriptions;
  run(raw: unknown, operator: OperatorDeps): Promise<OperatorCommandResult>;
}

/** A command was called with wrong arguments; the message names the fault. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

/** The words of a name: `adminId` is `admin-id` on the command line, and `admin_id` in answers. */
export const separateWords = (name: string, separator: '-' | '_'): string =>
  name.replaceAll(/[A-Z]/gu, (letter) => `${separator}${letter.toLowerCase()}`);

const usageText = (name: string, args: readonly string[]): string =>
  args.includes(name) ? name : `--${separateWords(name, '-')}`;

/** Declares a command. `input` validates arguments and options, by name, before `run` gets them. */
export function defineOperatorCommand<S extends z.ZodType>(declaration: {
  name: string;
  summary: string;
  args?: readonly string[];
  options?: OperatorOptionDescriptions;
  input: S;
  run(input: z.output<S>, operator: OperatorDeps): Promise<OperatorCommandResult>;
}): OperatorCommand {
  const { input, run, args = [], options = {}, ...rest } = declaration;
  return {
    ...rest,
    args,
    options,
    run(raw, operator) {
      const parsed = input.safeParse(raw);
      if (parsed.success) return run(parsed.data, operator);
      const [issue] = parsed.error.issues;
      throw new CommandLineError(
        `${usageText(String(issue?.path[0] ?? ''), args)}: ${issue?.message ?? 'invalid value'}`,
      );
    },
  };
}
