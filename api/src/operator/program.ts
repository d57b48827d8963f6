import { Command, CommanderError } from 'commander';
import { CommandLineError, type OperatorCommandResult, type OperatorCommand } from './command.ts';
import { operatorCommands } from './commands.ts';
import { createOperatorDeps, type OperatorDeps } from './operator.ts';
import { tableOf } from './table.ts';

/** The output of a run: a terminal, or a buffer that a test reads. */
export interface TerminalOutput {
  out(text: string): void;
  error(text: string): void;
}

/** 0 success, 1 failure, 2 usage error. */
export type ExitCode = 0 | 1 | 2;

/** Descriptions of the command groups in the help. */
const groups: Readonly<Record<string, string>> = {
  'command-keys': 'manage the keys that sign commands to devices',
  release: 'manage the releases of the agent',
  companies: 'manage companies',
  licences: 'manage licences: type, number of devices and period',
  payments: 'list payments, and confirm bank transfers',
  notices: 'manage notices to all users',
  partners: 'manage applications for partner accounts',
  invitations: 'manage invitation codes, each of which opens one temporary session',
  users: 'manage user accounts',
  policies: 'manage the policies of companies',
  sessions: 'manage open sessions',
};

type Attach = (parent: Command, command: OperatorCommand, name: string) => Command;

function createProgram(terminal: TerminalOutput, attach: Attach): Command {
  const program = new Command('npm run admin --').description('Administers the service from the command line.');
  const parents = new Map<string, Command>();
  // Commands inherit these settings when they are created, so they are set first.
  program
    .exitOverride()
    // `--out` of `keys release` is not that of `keys`.
    .enablePositionalOptions()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.error })
    .showHelpAfterError('(see --help for usage)');
  for (const command of operatorCommands) {
    const [first = '', second] = command.name.split(' ');
    if (second === undefined) parents.set(first, attach(program, command, first));
    else {
      const parent = parents.get(first) ?? program.command(first).description(groups[first] ?? '');
      parents.set(first, parent);
      attach(parent, command, second);
    }
  }
  return program;
}

const print = (terminal: TerminalOutput, answer: OperatorCommandResult, json: boolean) =>
  terminal.out(`${json ? JSON.stringify(answer) : tableOf(answer)}\n`);

/** The message of the innermost cause: the database or rule that failed, rather than the query that reports it. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause instanceof Error) return reasonOf(cause.cause);
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause.message || cause.name;
}

/** Runs one command line and returns its exit code. */
export async function runOperator(
  args: readonly string[],
  env: OperatorDeps['env'],
  terminal: TerminalOutput,
): Promise<ExitCode> {
  await using operator = createOperatorDeps(env);
  const program = createProgram(terminal, (parent, command, name) => {
    const made = parent
      .command(name)
      .description(command.summary)
      .option('--json', 'print the result as one line of JSON');
    for (const arg of command.args) made.argument(`<${arg}>`);
    for (const [flags, summary] of Object.entries(command.options)) made.option(flags, summary);
    made.action(async () => {
      const { json = false, ...options } = made.opts<{ json?: boolean }>();
      const named = Object.fromEntries(command.args.map((arg, i) => [arg, made.args[i]]));
      print(terminal, await command.run({ ...options, ...named }, operator), json);
    });
    return made;
  });
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
    return 0;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2;
    terminal.error(`${reasonOf(cause)}\n`);
    return cause instanceof CommandLineError ? 2 : 1;
  }
}
