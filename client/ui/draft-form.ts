// A form whose values are stored in the tab as a draft until they are saved: they survive an expired session, a failed request
// and a reload. Secrets are never stored.

import { useForm } from '@mantine/form';
import { useState } from 'react';
import { recordByName } from '#domain/record-of.ts';
import { m } from '#locales/messages.js';
import { authStore } from '../auth.ts';
import { isRecord, tabStorage } from '../storage.ts';

type FieldValues = Record<string, unknown>;

export type DraftForm<V extends FieldValues> = {
  form: ReturnType<typeof usePersistedForm<V>>;
  /** True when the fields contain a restored draft. */
  hasDraft: boolean;
  /** Removes the draft and resets the fields to the initial values. */
  discard: () => void;
  /** Removes the draft; the fields stay as they are. */
  removeDraft: () => void;
  /** After saving: resets the fields to the initial values, except those changed since they were sent. */
  clear: (sent: V) => void;
};

export type DraftFormOptions<V extends FieldValues> = {
  /** Key of the draft; include the id of the edited record. */
  name: string;
  initialValues: V;
  /** Fields that must not be empty: "This field is required." */
  required?: readonly (keyof V & string)[];
  /** Further validation on submit: a message for each invalid field. */
  check?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Never stored, such as passwords. */
  secrets?: readonly (keyof V & string)[];
};

export function useDraftForm<V extends FieldValues>(options: DraftFormOptions<V>): DraftForm<V> {
  const { initialValues, required = [], check, secrets = [] } = options;
  const key = `draft:${authStore.get().user?.uid ?? ''}:${options.name}`;
  const [draft] = useState(() => readDraft(key, initialValues, secrets));
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const form = usePersistedForm<V>(
    { ...initialValues, ...draft },
    (values) => storeDraft(key, values, secrets),
    check,
    required,
  );
  const removeDraft = () => {
    tabStorage.remove(key);
    setHasDraft(false);
  };
  const discard = () => {
    form.setValues({ ...initialValues });
    form.clearErrors();
    removeDraft();
  };
  const clear = (sent: V) => {
    const typed = form.getValues();
    for (const name of Object.keys(initialValues)) if (typed[name] === sent[name]) form.resetField(name);
  };
  return { form, hasDraft, discard, removeDraft, clear };
}

function usePersistedForm<V extends FieldValues>(
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

function storeDraft(key: string, values: FieldValues, secrets: readonly string[]): void {
  tabStorage.set(key, Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name))));
}

function missing<V extends FieldValues>(values: V, required: readonly (keyof V & string)[]): Record<string, string> {
  const wrong = required.filter((name) => isEmpty(values[name]));
  return Object.fromEntries(wrong.map((name) => [name, m.reason_field_required()]));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Only fields that the form still has, with values of the same type. */
function readDraft<V extends FieldValues>(key: string, initial: V, secrets: readonly string[]): Partial<V> | null {
  const stored = tabStorage.get(key);
  if (!isRecord(stored)) return null;
  const names = Object.keys(stored).filter(
    (name) => name in initial && !secrets.includes(name) && typeof stored[name] === typeof initial[name],
  );
  const isChanged = names.some((name) => JSON.stringify(stored[name]) !== JSON.stringify(initial[name]));
  return isChanged ? recordByName(names, (name) => stored[name]) : null;
}
