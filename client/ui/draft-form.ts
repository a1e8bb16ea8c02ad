// A form that loses nothing: what is typed is kept in the tab until it has been saved, also over an expired session,
// a failed request or a reload. Secrets are never kept.

import { useForm } from '@mantine/form';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { authStore } from '../auth.ts';
import { isRecord, sessionKeep } from '../storage.ts';

type Fields = Record<string, unknown>;

export type DraftForm<V extends Fields> = {
  form: ReturnType<typeof useKeptForm<V>>;
  /** True when the fields hold what was typed earlier and never saved. */
  hasDraft: boolean;
  /** Back to the initial values. */
  discard: () => void;
  /** The draft is done with. */
  forget: () => void;
  /** After saving: back to the initial values, but for fields whose text is no longer what was sent. */
  clear: (sent: V) => void;
};

export type DraftFormOptions<V extends Fields> = {
  /** Names the draft; put the id of what is edited into it. */
  name: string;
  initialValues: V;
  /** Fields that must not be empty: "This field is required." */
  required?: readonly (keyof V & string)[];
  /** Further checks; a sentence for each wrong field. Runs on submit. */
  check?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Never kept, such as passwords. */
  secrets?: readonly (keyof V & string)[];
};

export function useDraftForm<V extends Fields>(options: DraftFormOptions<V>): DraftForm<V> {
  const { initialValues, required = [], check, secrets = [] } = options;
  const key = `draft:${authStore.get().user?.uid ?? ''}:${options.name}`;
  const [draft] = useState(() => readDraft(key, initialValues, secrets));
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const form = useKeptForm<V>({ ...initialValues, ...draft }, (values) => keep(key, values, secrets), check, required);
  const forget = () => {
    sessionKeep.remove(key);
    setHasDraft(false);
  };
  const discard = () => {
    form.setValues({ ...initialValues });
    form.clearErrors();
    forget();
  };
  const clear = (sent: V) => {
    const typed = form.getValues();
    for (const name of Object.keys(initialValues)) if (typed[name] === sent[name]) form.resetField(name);
  };
  return { form, hasDraft, discard, forget, clear };
}

function useKeptForm<V extends Fields>(
  initialValues: V,
  onValuesChange: (values: V) => void,
  check: DraftFormOptions<V>['check'],
  required: readonly (keyof V & string)[],
) {
  return useForm({
    mode: 'uncontrolled',
    initialValues,
    onValuesChange,
    validate: (values: V) => ({ ...check?.(values), ...missing(values, required) }),
  });
}

function keep(key: string, values: Fields, secrets: readonly string[]): void {
  sessionKeep.set(key, Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name))));
}

function missing<V extends Fields>(values: V, required: readonly (keyof V & string)[]): Record<string, string> {
  const wrong = required.filter((name) => isEmpty(values[name]));
  return Object.fromEntries(wrong.map((name) => [name, m.reason_field_required()]));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Only fields that the form still has, and of the same kind. */
function readDraft<V extends Fields>(key: string, initial: V, secrets: readonly string[]): Partial<V> | null {
  const stored = sessionKeep.get(key);
  if (!isRecord(stored)) return null;
  const entries: unknown[][] = Object.entries(stored).filter(
    ([name, value]) => name in initial && !secrets.includes(name) && typeof value === typeof initial[name],
  );
  const isChanged = entries.some(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[String(name)]));
  if (!isChanged) return null;
  const draft: Partial<V> = Object.fromEntries(entries);
  return draft;
}
