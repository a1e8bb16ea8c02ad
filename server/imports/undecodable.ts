// Why bytes are no list of people; `line` says where, if that is known. Only within the reading process.

import type { ReasonCode } from '#domain/reasons.ts';

export class Undecodable extends Error {
  readonly code: ReasonCode;
  readonly line: number;

  constructor(code: ReasonCode, line = 0) {
    super(code);
    this.code = code;
    this.line = line;
  }
}
