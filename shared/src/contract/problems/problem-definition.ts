/** An expected failure as the server answers it. What people read stands in `shared/src/texts`. */
export interface ProblemDefinition {
  /** The status of the HTTP answer. */
  readonly status: number;
  /**
   * Whether the caller may repeat the call: `later` as it is, or `fresh` after reading the state again. Without it a
   * repetition is useless.
   */
  readonly retry?: 'later' | 'fresh';
}
