// A sum in the database that a number here cannot hold. It is refused as `sum.too-large`, never rounded.

export class InexactNumber extends RangeError {
  constructor(text: string) {
    super(`${text} is too large to be exact`);
    this.name = 'InexactNumber';
  }
}
