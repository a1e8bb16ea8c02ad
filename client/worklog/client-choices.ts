// Clients as options of a filter.

import type { Client } from '#contract/clients.ts';
import { noClient } from '#domain/clients.ts';
import { m } from '#locales/messages.js';
import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { type Choices, useChoices } from '../ui/choices.ts';

/** Clients of visible projects, and last the projects without one. */
export function useClientChoices(ids: readonly string[]): Choices {
  const { id: companyId } = useCompany();
  const clients = useChoices<Client>(
    ids.filter((id) => id !== noClient),
    {
      key: ['projects', 'clients', companyId],
      load: (input, signal) => api('GET /companies/{companyId}/clients', { companyId, ...input }, { signal }),
      optionOf: ({ id, name }) => ({ value: id, label: name }),
    },
  );
  const none = { value: noClient, label: m.clients_none() };
  return {
    ...clients,
    options: clients.search.trim() === '' ? [...clients.options, none] : clients.options,
    chosen: ids.includes(noClient) ? [...clients.chosen, none] : clients.chosen,
  };
}
