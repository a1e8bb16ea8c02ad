// Why a file is not a list of people; `line` says where, if known. Used only within the reading process.

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
