// The OpenAPI 3.1 document, generated from the endpoint table.
// zod writes named schemas beside each use; here they are collected once under components.

import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, endpoints } from '#contract/index.ts';
import { problem, statusOf } from '#contract/problem.ts';
import { uploadKinds } from '#contract/uploads.ts';
import { isAction } from '#domain/permissions.ts';
import { type ReasonCode, reasons } from '#domain/reasons.ts';
import { limitsOf } from '../request/rate-limit-table.ts';
import { maxBodyBytes } from './body-limit.ts';

type Json = Record<string, unknown>;

const commonReasons: readonly ReasonCode[] = [
  ...Object.keys(reasons).filter((code): code is ReasonCode => code in reasons && code.startsWith('field.')),
  'request.address-too-long',
  'request.throttled',
  'request.changed-meanwhile',
  'server.failed',
  'server.unavailable',
  'server.unconfirmed',
];
const sessionReasons: readonly ReasonCode[] = ['session.missing', 'session.email-not-verified'];
const companyReasons: readonly ReasonCode[] = ['role.not-allowed', 'company.missing', 'company.busy'];
const writeReasons: readonly ReasonCode[] = [
  'request.cross-site',
  'request.not-json',
  'request.too-large',
  'request.in-progress',
  'request.idempotency-key-reused',
];
const tokenReasons: readonly ReasonCode[] = ['token.not-usable', 'token.not-allowed'];

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'daybook_session', description: 'A person in a browser' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'daybook_…',
    description: 'An access token from the account settings: acts for its owner, with the rights that they have then',
  },
};

export function openapi(baseUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Daybook', version: '1', description: 'Time, expenses and approvals.' },
    servers: [{ url: `${baseUrl}${apiPrefix}` }],
    paths,
    components: {
      schemas: { Problem: schema(problem, 'output') },
      securitySchemes,
    },
  };
  const named: Json = {};
  const collected = collect(document, named);
  const components = { ...document.components, schemas: { ...document.components.schemas, ...named } };
  return isJson(collected) ? { ...collected, components: collect(components, named) } : {};
}

/** Moves the schemas in `$defs` to `named` and rewrites the references to them. */
function collect(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((inner) => collect(inner, named));
  if (typeof value === 'string') return value.replace(/^#\/\$defs\//, '#/components/schemas/');
  if (!isJson(value)) return value;
  const { $defs, ...rest } = value;
  if (isJson($defs)) for (const [name, inner] of Object.entries($defs)) named[name] ??= collect(inner, named);
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, collect(inner, named)]));
}

function operation(name: string, endpoint: Endpoint): Json {
  const limits = limitsOf(name, endpoint.rateLimit);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    'x-permission': endpoint.can,
    'x-on-free-plan': endpoint.onFreePlan,
    security: securityOf(endpoint),
    'x-for-tokens': endpoint.forTokens,
    ...(limits.length > 0 ? { 'x-rate-limits': limits } : {}),
    ...(endpoint.method === 'GET' ? {} : { 'x-max-body-bytes': maxBodyBytes(endpoint) }),
    ...inputOf(endpoint),
    responses: responses(endpoint),
  };
}

const tagOf = ({ path }: Endpoint): string =>
  path.split('/').find((part, index) => index > 0 && part !== 'companies' && !part.startsWith('{')) ?? 'companies';

/** Splits the flat input into parameters of the path and of the query, and the body. */
function inputOf(endpoint: Endpoint): Json {
  const input = schema(endpoint.input, 'input');
  const properties = isJson(input.properties) ? input.properties : {};
  const required = Array.isArray(input.required) ? input.required.map(String) : [];
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter ?? '');
  const rest = Object.keys(properties).filter((field) => !inPath.includes(field));
  const isBodyless = endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.upload !== undefined;
  const parameter = (field: string, place: 'path' | 'query', isRequired: boolean) => ({
    name: field,
    in: place,
    required: isRequired,
    schema: properties[field],
  });
  return {
    parameters: [
      ...inPath.map((field) => parameter(field, 'path', true)),
      ...(isBodyless ? rest : []).map((field) => parameter(field, 'query', required.includes(field))),
      ...(endpoint.method === 'GET' ? [] : [idempotencyKey]),
      ...(endpoint.can === 'anyone' ? [] : [onlyForPerson]),
    ],
    ...(endpoint.upload
      ? { requestBody: { required: true, content: fileContent(uploadKinds[endpoint.upload].types) } }
      : {}),
    ...(isBodyless || rest.length === 0 ? {} : { requestBody: jsonBody(rest, { properties, required }) }),
  };
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 255 },
};

const onlyForPerson: Json = {
  name: 'Daybook-Person',
  in: 'header',
  required: false,
  schema: { type: 'string', format: 'uuid' },
  description: 'The id of a person: a request that is made as somebody else is refused like one without a session',
};

const jsonBody = (
  fields: readonly string[],
  { properties, required }: { properties: Json; required: readonly string[] },
): Json => ({
  required: true,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
        required: fields.filter((field) => required.includes(field)),
        additionalProperties: false,
      },
    },
  },
});

/** OpenAPI 3.1 writes a file as a type without a schema. */
const fileContent = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type.split(';', 1)[0] ?? type, {}]));

const contentOf = ({ file }: Endpoint, output: Json): Json => (file ? fileContent(file.types) : jsonContent(output));

const jsonContent = (output: Json): Json => ({ 'application/json': { schema: output } });

const securityOf = ({ can, forTokens }: Endpoint): Json[] =>
  can === 'anyone' ? [] : [{ session: [] }, ...(forTokens ? [{ accessToken: [] }] : [])];

function responses(endpoint: Endpoint): Json {
  const output = schema(endpoint.output, 'output');
  const success =
    output.type === 'null'
      ? { '204': { description: 'Done' } }
      : { '200': { description: 'Done', content: contentOf(endpoint, output) } };
  const codes: readonly ReasonCode[] = [
    ...commonReasons,
    ...(endpoint.can === 'anyone' ? [] : sessionReasons),
    ...(isAction(endpoint.can) ? companyReasons : []),
    ...(isAction(endpoint.can) && !endpoint.onFreePlan ? (['plan.premium-required'] as const) : []),
    // A malformed id in the path is answered as an unknown route.
    ...(endpoint.path.includes('{') ? (['route.unknown'] as const) : []),
    ...(endpoint.method === 'GET' ? [] : writeReasons),
    ...tokenReasons,
    ...(endpoint.forTokens && endpoint.method !== 'GET' ? (['token.read-only'] as const) : []),
    ...endpoint.refuses,
  ];
  const refusals = Map.groupBy(new Set(codes), (code) => String(statusOf(code)));
  return {
    ...success,
    ...Object.fromEntries(
      [...refusals].map(([status, some]) => [
        status,
        {
          description: some.join(', '),
          'x-codes': some,
          ...(status === '429' || status === '503' ? { headers: { 'Retry-After': retryAfter } } : {}),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
    ),
  };
}

const retryAfter: Json = {
  description: 'Seconds to wait before the request may be sent again',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Transformations (trimming, lower case) have no JSON Schema: the schema describes the input before them. */
const schema = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
};
