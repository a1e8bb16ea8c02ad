// A response body that is JSON already, in pieces: reports of the report process.

export class JsonText {
  readonly pieces: readonly Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }

  get bytes(): number {
    return this.pieces.reduce((sum, { length }) => sum + length, 0);
  }
}
