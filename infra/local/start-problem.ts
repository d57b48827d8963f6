/**
 * Something that stops a start and that the person at the keyboard can put right: printed as one line, without a stack.
 * The message says what is wrong and what to do about it.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
