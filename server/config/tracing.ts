// Where traces are sent. The names are those of OpenTelemetry; the exporter itself reads further ones, such as
// OTEL_EXPORTER_OTLP_HEADERS (docs/operating.md).

import { z } from 'zod';
import { hasProtocol } from './values.ts';

const isRatio = (text: string): boolean => /^(0|1|0?\.\d{1,6}|1\.0+)$/.test(text);

const schema = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(hasProtocol('http:', 'https:')).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().refine(isRatio).transform(Number).optional(),
};

const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    byDefault: 'none',
    means: 'Collector of OpenTelemetry to which traces are sent (OTLP over HTTP): see `docs/operating.md`.',
    mustBe: 'a web address such as http://localhost:4318',
    secret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    byDefault: '1',
    means: 'Share of the traces that are recorded.',
    mustBe: 'a number from 0 to 1, such as 0.1',
  },
} as const;

type Values = z.output<z.ZodObject<typeof schema>>;

export type TracingConfig = {
  /** Undefined: nothing is traced. */
  tracing: { endpoint: string; ratio: number } | undefined;
};

export const tracing = {
  schema,
  variables: tracingVariables,
  of: ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio = 1 }: Values): TracingConfig => ({
    tracing: endpoint === undefined ? undefined : { endpoint, ratio },
  }),
  contradictions: ({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG }: Values): string[] =>
    OTEL_TRACES_SAMPLER_ARG !== undefined && OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? ['OTEL_TRACES_SAMPLER_ARG must come with OTEL_EXPORTER_OTLP_ENDPOINT, which is not set.']
      : [],
};
