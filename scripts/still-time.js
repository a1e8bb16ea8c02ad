// Preloaded into the demo for screenshots: its clock always starts at the same instant, so that screenshots of two days differ only
// where the product has changed.
const begin = Date.parse('2026-11-18T10:30:00+07:00');

const RealDate = Date;
const { now } = RealDate;
const offset = begin - now();
RealDate.now = () => now() + offset;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, asked) =>
    args.length === 0 ? new target(target.now()) : Reflect.construct(target, args, asked),
});
