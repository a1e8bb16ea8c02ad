// A response body that is JSON already, in chunks: reports of the report process.

export class JsonText {
  readonly chunks: readonly Uint8Array[];

  constructor(chunks: readonly Uint8Array[]) {
    this.chunks = chunks;
  }

  get bytes(): number {
    return this.chunks.reduce((sum, { length }) => sum + length, 0);
  }
}
