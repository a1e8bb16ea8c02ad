// Filters, sort order and page are kept in the URL, so that Back, reload and shared links work.
// `const [filters, change] = useFilters({ from: dayParameter, projectIds: idsParameter, page: numberParameter(1) })`

import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Day, isDay } from '#domain/calendar.ts';
import { noClient } from '#domain/clients.ts';
import { recordByName } from '#domain/record-of.ts';
import { isRecord } from './storage.ts';

type Raw = string | string[] | undefined;
/** Methods, so that parameters of different types fit into one record. */
export type UrlParameter<T> = { read(raw: Raw): T; write(value: T): Raw };
export type UrlParameters = Record<string, UrlParameter<unknown>>;
export type ParameterValues<P> = { [K in keyof P]: P[K] extends UrlParameter<infer T> ? T : never };

const firstValue = (raw: Raw): string | undefined => (Array.isArray(raw) ? raw[0] : raw);

/** YYYY-MM-DD, or null for anything that is not a calendar day. */
export const dayParameter: UrlParameter<Day | null> = {
  read: (raw) => {
    const text = firstValue(raw);
    return text && isDay(text) ? text : null;
  },
  write: (day) => day ?? undefined,
};

const toList = (raw: Raw): string[] => (raw === undefined ? [] : Array.isArray(raw) ? raw : [raw]);

const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text);

/** Empty means no restriction; invalid ids (a truncated link) are ignored. */
export const idsParameter: UrlParameter<string[]> = {
  read: (raw) => toList(raw).filter(isId),
  write: (ids) => (ids.length === 0 ? undefined : ids),
};

/** Ids of clients or tags, and the word for none. */
export const idsOrNoneParameter: UrlParameter<string[]> = {
  read: (raw) => toList(raw).filter((one) => isId(one) || one === noClient),
  write: idsParameter.write,
};

/** A single id; empty means no restriction. */
export const idParameter: UrlParameter<string> = {
  read: (raw) => toList(raw).find(isId) ?? '',
  write: (id) => (id === '' ? undefined : id),
};

export const textParameter: UrlParameter<string> = {
  read: (raw) => firstValue(raw) ?? '',
  write: (text) => (text === '' ? undefined : text),
};

export const numberParameter = (defaultValue: number): UrlParameter<number> => ({
  read: (raw) => {
    const value = Number(firstValue(raw));
    return Number.isInteger(value) && value > 0 ? value : defaultValue;
  },
  write: (value) => (value === defaultValue ? undefined : String(value)),
});

export const choiceParameter = <const T extends string>(
  choices: readonly T[],
  defaultValue: NoInfer<T>,
): UrlParameter<T> => ({
  read: (raw) => choices.find((choice) => choice === firstValue(raw)) ?? defaultValue,
  write: (value) => (value === defaultValue ? undefined : value),
});

/** Several of known values; empty means no restriction. */
export const choicesParameter = <const T extends string>(choices: readonly T[]): UrlParameter<T[]> => ({
  read: (raw) => choices.filter((choice) => toList(raw).includes(choice)),
  write: (values) => (values.length === 0 ? undefined : values),
});

/** The values in the URL, and a function that changes some of them. Changing a filter returns to page 1. */
export function useFilters<P extends UrlParameters>(parameters: P) {
  const navigate = useNavigate();
  // Selects only these parameters, so that a change of any other one does not render this component.
  const raw = useSearch({ strict: false, structuralSharing: true, select: (all: unknown) => rawOf(parameters, all) });
  const values = parameterValuesOf(parameters, raw);
  const change = (patch: Partial<ParameterValues<P>>, options: { replace?: boolean } = {}) => {
    const keepsPage = 'page' in patch || !('page' in parameters);
    const written = Object.entries(patch).map(([name, value]) => [name, parameters[name]?.write(value)]);
    const search = (before: Record<string, unknown>) => ({
      ...before,
      ...(keepsPage ? {} : { page: undefined }),
      ...Object.fromEntries(written),
    });
    return navigate({ to: '.', search, replace: options.replace ?? false, resetScroll: false });
  };
  return [values, change] as const;
}

/** The values of a search object, also of a link that is only prefetched. */
export function parameterValuesOf<P extends UrlParameters>(
  parameters: P,
  raw: Record<string, unknown>,
): ParameterValues<P> {
  return recordByName(Object.keys(parameters), (name) => parameters[name]?.read(toRaw(raw[name])));
}

function rawOf(parameters: UrlParameters, search: unknown): Record<string, Raw> {
  const all = isRecord(search) ? search : {};
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, toRaw(all[name])]));
}

function toRaw(value: unknown): Raw {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  return typeof value === 'string' ? value : undefined;
}
