import { Command, CommanderError } from 'commander';
import { commands } from './commands.ts';
import { UsageError, type Answer, type OperatorCommand } from './command.ts';
import { createOperator, type Operator } from './operator.ts';
import { tableOf } from './table.ts';

/** What a run writes to: a terminal, or a test that reads it. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

/** 0 done, 1 could not be done, 2 asked for in a way that nobody knows. */
export type ExitCode = 0 | 1 | 2;

/** Headings of the first words that have several commands below them. */
const groups: Readonly<Record<string, string>> = {
  companies: 'customers of the service',
  licences: 'how many devices a company may have, of which kind, until when',
  notices: 'announcements to everybody',
  partners: 'applications for partner accounts',
  invitations: 'codes that open a session for a while',
  users: 'accounts of people',
  sessions: 'who is signed in',
};

type Attach = (parent: Command, command: OperatorCommand, name: string) => void;

function createProgram(terminal: Terminal, attach: Attach): Command {
  const program = new Command('npm run admin --').description('Runs the service from its command line.');
  const parents = new Map<string, Command>();
  // Before any command is made: each takes it over from its parent.
  program
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.error })
    .showHelpAfterError('(--help says how)');
  for (const command of commands) {
    const [first = '', second] = command.name.split(' ');
    if (second === undefined) attach(program, command, first);
    else {
      const parent = parents.get(first) ?? program.command(first).description(groups[first] ?? '');
      parents.set(first, parent);
      attach(parent, command, second);
    }
  }
  return program;
}

const print = (terminal: Terminal, answer: Answer, json: boolean) =>
  terminal.out(`${json ? JSON.stringify(answer) : tableOf(answer)}\n`);

/** The innermost reason: what a store or a rule said, and not that a query failed. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.cause instanceof Error) return reasonOf(cause.cause);
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause.message || cause.name;
}

/** Runs one command line to its end. */
export async function runOperator(
  args: readonly string[],
  env: Operator['env'],
  terminal: Terminal,
): Promise<ExitCode> {
  await using operator = createOperator(env);
  const program = createProgram(terminal, (parent, command, name) => {
    const made = parent.command(name).description(command.summary).option('--json', 'as one line of JSON');
    for (const arg of command.args) made.argument(`<${arg}>`);
    for (const [flags, summary] of Object.entries(command.options)) made.option(flags, summary);
    made.action(async () => {
      const { json = false, ...options } = made.opts<{ json?: boolean }>();
      const named = Object.fromEntries(command.args.map((arg, i) => [arg, made.args[i]]));
      print(terminal, await command.run({ ...options, ...named }, operator), json);
    });
  });
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
    return 0;
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2;
    terminal.error(`${reasonOf(cause)}\n`);
    return cause instanceof UsageError ? 2 : 1;
  }
}
