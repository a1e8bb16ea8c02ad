// Spans of traces (decision 066). Without a tracer, which is the default, `traced` only calls the work: nothing of OpenTelemetry is
// loaded. Names and attributes have few, fixed values: never an id, a value of a statement or a text that somebody wrote.

export type SpanStart = {
  name: string;
  /** `client`: a call to another system. */
  kind?: 'client' | 'internal';
  attributes?: Readonly<Record<string, string | number>>;
};

export type Tracer = {
  /** Does the work in a span that ends with it; a failure is recorded without its message. */
  run<T>(span: SpanStart, work: () => Promise<T>): Promise<T>;
  /** The `traceparent` (W3C) of the current span; null outside of one. */
  parent(): string | null;
  /** Does the work as a part of the trace of another process. */
  runAsChild<T>(traceparent: string, work: () => Promise<T>): Promise<T>;
};

let tracer: Tracer | null = null;

export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export const traced = <T>(span: SpanStart, work: () => Promise<T>): Promise<T> =>
  tracer === null ? work() : tracer.run(span, work);

/** The same where even describing the span would cost something. */
export const tracedBy = <T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> =>
  tracer === null ? work() : tracer.run(start(), work);

/** For a request to a system of the operator, or to another process of this installation. */
export const traceparent = (): string | null => tracer?.parent() ?? null;

export const tracedAsChild = <T>(parent: string | null, work: () => Promise<T>): Promise<T> =>
  tracer === null || parent === null ? work() : tracer.runAsChild(parent, work);
