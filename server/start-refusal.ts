// Why the product will not start, as sentences for the person at the terminal.
// main.ts prints them without a stack trace and ends with code 1; anything else that is thrown is a defect.

export class StartRefusal extends Error {
  readonly sentences: readonly string[];

  constructor(...sentences: string[]) {
    super(sentences.join('\n'));
    this.name = 'StartRefusal';
    this.sentences = sentences;
  }
}

/** Whether something thrown carries this code: a system error (`ENOENT`) or an SQLSTATE (`55P03`). */
export function hasCode(error: unknown, ...codes: readonly string[]): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
