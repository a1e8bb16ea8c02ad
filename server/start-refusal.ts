// Why the product does not start, as sentences for the person at the terminal.
// main.ts prints them without a stack trace and exits with code 1; any other exception is a bug.

export class StartRefusal extends Error {
  readonly sentences: readonly string[];

  constructor(...sentences: string[]) {
    super(sentences.join('\n'));
    this.name = 'StartRefusal';
    this.sentences = sentences;
  }
}

/** Whether an exception has this code: a system error (`ENOENT`) or an SQLSTATE (`55P03`). */
export function hasCode(error: unknown, ...codes: readonly string[]): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
