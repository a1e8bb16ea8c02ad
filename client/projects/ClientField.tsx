import { useId } from 'react';
import type { Client } from '#contract/clients.ts';
import { maxClientNameLength } from '#domain/clients.ts';
import { normalizeForSearch } from '#domain/search-text.ts';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { useChoices } from '../ui/choices.ts';
import { TextField } from '../ui/TextField.tsx';
import type { ProjectForm } from './project-form.ts';

/** A text field with the names of known clients; another name creates a client when the project is saved. */
export function ClientField({ form }: { form: ProjectForm }) {
  const listId = useId();
  const { names, isNew, onType } = useClientNames();
  const { onChange, ...field } = form.getInputProps('clientName');
  return (
    <>
      <TextField
        label={m.clients_field()}
        description={isNew ? m.clients_field_new() : m.clients_field_text()}
        maxLength={maxClientNameLength}
        autoComplete="off"
        list={listId}
        key={form.key('clientName')}
        {...field}
        onChange={(event) => {
          onChange(event);
          onType(event.currentTarget.value);
        }}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** The clients whose names contain what is typed, and whether the text names a new one. */
function useClientNames() {
  const { id: companyId } = useCompany();
  const { options, search, isLoading, isFailed, onSearch } = useChoices<Client>([], {
    key: ['projects', 'clients', companyId],
    load: (input, signal) => api('GET /companies/{companyId}/clients', { companyId, ...input }, { signal }),
    optionOf: ({ id, name }) => ({ value: id, label: name }),
  });
  const names = options.map(({ label }) => label);
  const isKnown = names.some((name) => normalizeForSearch(name) === normalizeForSearch(search.trim()));
  return { names, isNew: search.trim() !== '' && !isLoading && !isFailed && !isKnown, onType: onSearch };
}
